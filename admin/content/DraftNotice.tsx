import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ContentKind } from '#api/website/content/contract.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Moment } from '../ui/Moment.tsx'
import styles from './DraftNotice.module.css'
import { type Drafted, discardDraft, thingOf } from './queries.ts'

const PreviewLinks = lazy(() => import('./PreviewLinks.tsx'))

/**
 * Above the form of a page or job: whether it shows unpublished changes, and the ways from there.
 * `row` is what the form started from; `onDiscarded` gets the row without the draft.
 */
export function DraftNotice<Row extends Drafted>({
  kind,
  row,
  isPublic,
  onDiscarded,
  canShare = true,
}: {
  kind: ContentKind
  row: Row
  isPublic: boolean
  onDiscarded: (published: Row) => void
  /** False where the screen has its own button for preview links. */
  canShare?: boolean
}) {
  const client = useQueryClient()
  const [shown, setShown] = useState<'links' | 'discard'>()
  const { id, title, has_draft, draft_saved_at, draft_saved_by, draft_is_behind } = row
  const { word, path, key } = thingOf[kind]
  const close = () => setShown(undefined)

  async function discard() {
    const published = await discardDraft(kind, id)
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({ message: `The draft of “${title}” was discarded`, kind: 'done' })
    onDiscarded(published as unknown as Row)
  }

  return (
    <div className={has_draft ? `notice between wrap ${styles.notice}` : `line ${styles.line}`}>
      {has_draft && (
        <p>
          <strong>You’re editing unpublished changes.</strong> {draft_saved_by ?? 'Someone'} saved
          them {draft_saved_at && <Moment at={draft_saved_at} />}
          <span>.</span>{' '}
          {isPublic && <span>Visitors see the published version until you publish them.</span>}
          {isPublic && draft_is_behind && (
            <span>
              {' '}
              The published version has changed since this draft was begun. Publishing it replaces
              those changes.
            </span>
          )}
        </p>
      )}
      <div className="line wrap">
        {has_draft && (
          <button type="button" className="button small" onClick={() => setShown('discard')}>
            Discard draft
          </button>
        )}
        {canShare && (has_draft || !isPublic) && (
          <button type="button" className="button small" onClick={() => setShown('links')}>
            Share a preview
          </button>
        )}
        <Link className="button quiet small" to={`${path}/${id}/history`}>
          History
        </Link>
      </div>
      {shown === 'discard' && (
        <Confirm
          title="Discard the draft?"
          message={
            <p>
              {`The ${isPublic ? 'published ' : ''}${word} stays as it is. The draft stays in its history.`}
            </p>
          }
          action="Discard draft"
          onConfirm={discard}
          onClose={close}
        />
      )}
      {shown === 'links' && (
        <Suspense>
          <PreviewLinks kind={kind} row={row} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
