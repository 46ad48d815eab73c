import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ContentKind } from '#api/website/content/contract.ts'
import { previewDays } from '#api/website/content/contract.ts'
import { complaint } from '../lib/api/api.ts'
import { useCopy } from '../lib/hooks/use-copy.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { formatDateTime } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { LinkField } from '../ui/form/LinkField.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Loaded } from '../ui/States.tsx'
import styles from './PreviewLinks.module.css'
import {
  createPreviewLink,
  type Drafted,
  previewLinksQuery,
  revokePreviewLink,
  thingOf,
} from './queries.ts'

/** Links that show what is not published to people without an account. */
export default function PreviewLinks({
  kind,
  row: { id, title },
  onClose,
}: {
  kind: ContentKind
  row: Pick<Drafted, 'id' | 'title'>
  onClose: () => void
}) {
  const client = useQueryClient()
  const query = previewLinksQuery(kind, id)
  const links = useQuery(query)
  const [made, setMade] = useState<{ url: string; expires_at: string }>()
  const main = useRef<HTMLButtonElement>(null)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })

  const create = useOnce(async () => {
    try {
      setMade(await createPreviewLink(kind, id))
    } catch (error) {
      toast({ message: complaint('No link was created', error) })
    }
    await refresh()
  })
  const revoke = useOnce(async (link: number) => {
    try {
      await revokePreviewLink(link)
      setMade(undefined)
      toast({ message: 'The link was revoked', kind: 'done' })
      main.current?.focus()
    } catch (error) {
      toast({ message: complaint('The link was not revoked', error) })
    }
    await refresh()
  })
  return (
    <Modal title={`Preview of “${title}”`} onClose={onClose}>
      <p className={styles.lead}>
        Anyone with a link sees the latest saved draft of this {thingOf[kind].word}, without an
        account, for {previewDays} days. A link ends earlier when the draft is published or
        discarded.
      </p>
      {made && <NewLink link={made} />}
      <div className={styles.links}>
        <Loaded query={links} failed="Failed to load the links" rows={1}>
          {(rows) =>
            rows.length > 0 ? (
              <ul aria-label="Links that work">
                {rows.map((link) => (
                  <li key={link.id}>
                    <span>
                      Created by {link.created_by} <Moment at={link.created_at} />; expires{' '}
                      <Moment at={link.expires_at} />
                    </span>
                    <button
                      type="button"
                      className="button quiet small"
                      aria-label={`Revoke the link of ${link.created_by}, ${formatDateTime(link.created_at)}`}
                      onClick={() => revoke(link.id)}
                    >
                      Revoke
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              <p>No active links.</p>
            )
          }
        </Loaded>
      </div>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        <button
          ref={main}
          type="button"
          className="button primary"
          data-autofocus
          onClick={() => create()}
        >
          Create link
        </button>
      </ModalActions>
    </Modal>
  )
}

function NewLink({ link: { url, expires_at } }: { link: { url: string; expires_at: string } }) {
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(url, 'link')
  return (
    <div className={styles.made}>
      <LinkField
        id="preview-link"
        label="New link"
        help={
          <>
            Works until <Moment at={expires_at} />. It isn’t shown again.
          </>
        }
        url={url}
        field={field}
      />
      <CopyStatus said={said} isCopied={isCopied} />
      <div className={`row ${styles.buttons}`}>
        <CopyButton label="Copy link" isCopied={isCopied} onCopy={copy} />
        <a className="button quiet small" href={url} target="_blank" rel="noreferrer">
          Open
        </a>
      </div>
    </div>
  )
}
