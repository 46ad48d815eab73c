import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { complaint } from '../lib/api/api.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { sitePath } from '../lib/site-address.ts'
import { toast } from '../lib/toasts.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { CheckField } from '../ui/form/CheckField.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FocalPoint } from './FocalPoint.tsx'
import styles from './Media.module.css'
import { needsAlt } from './PictureGrid.tsx'
import { deletePicture, mediaKey, savePicture } from './queries.ts'

type Use = Media['used_on'][number]

/** Where to change what a picture is used on. */
function editorOf({ kind, id }: Use): string {
  if (kind === 'page') return `/pages/${id}/edit`
  if (kind === 'page_version') return `/pages/${id}/history`
  if (kind === 'job_version') return `/jobs/${id}/history`
  return kind === 'job' ? `/jobs/${id}/edit` : '/appearance'
}

const what: Record<Use['kind'], string> = {
  page: 'Page',
  job: 'Job',
  draft: 'Appearance, not published yet',
  published: 'Appearance',
  page_version: 'Draft or history of a page',
  job_version: 'Draft or history of a job',
}

const UsedOn = ({ uses }: { uses: Use[] }) =>
  uses.length > 0 ? (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={`${use.kind}-${use.id}`}>
          <Link to={editorOf(use)}>{use.title || what[use.kind]}</Link>{' '}
          <span className={styles.meta}>{what[use.kind]}</span>
        </li>
      ))}
    </ul>
  ) : (
    <p className={styles.meta}>Not used anywhere.</p>
  )

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast({ message: 'The address was copied', kind: 'done' })
  } catch {
    toast({ message: `Your browser didn’t allow copying. The address is ${url}` })
  }
}

function useChange(picture: Media, onSaved: () => void) {
  const client = useQueryClient()
  const [alt, setAlt] = useState(picture.alt)
  const [decorative, setDecorative] = useState(picture.decorative)
  const [focal, setFocal] = useState(picture.focal)
  const [failure, setFailure] = useState<string>()
  const dirty =
    alt !== picture.alt ||
    decorative !== picture.decorative ||
    focal.x !== picture.focal.x ||
    focal.y !== picture.focal.y
  const save = useOnce(async () => {
    setFailure(undefined)
    try {
      const { id, updated_at } = picture
      const json = { alt: decorative ? '' : alt, decorative, focal, updated_at }
      client.setQueryData([...mediaKey, 'one', id], await savePicture(id, json))
    } catch (error) {
      return setFailure(complaint('Failed to save the picture', error))
    }
    client.invalidateQueries({ queryKey: mediaKey })
    toast({ message: `“${picture.name}” was updated`, kind: 'done' })
    onSaved()
  })
  return { alt, setAlt, decorative, setDecorative, focal, setFocal, failure, dirty, save }
}

export function PictureDetails({ picture, onClose }: { picture: Media; onClose: () => void }) {
  const state = useChange(picture, onClose)
  const { alt, decorative, failure, dirty } = state
  const [isDeleting, setIsDeleting] = useState(false)
  const uses = picture.used_on
  const submit = (event: FormEvent) => {
    event.preventDefault()
    state.save()
  }
  return (
    <Modal title={picture.name} onClose={onClose} dirty={dirty} size="large">
      <form className={styles.details} onSubmit={submit} noValidate>
        <FocalPoint picture={picture} point={state.focal} onChange={state.setFocal} />
        <Field
          label="Alt text"
          htmlFor="picture-alt"
          help={
            needsAlt({ alt, decorative })
              ? 'Missing. Say what the picture shows, for people who can’t see it.'
              : 'What the picture shows, for people who can’t see it.'
          }
        >
          {(control) => (
            <input
              {...control}
              className="input"
              dir="auto"
              maxLength={300}
              disabled={decorative}
              value={decorative ? '' : alt}
              onChange={(event) => state.setAlt(event.target.value)}
            />
          )}
        </Field>
        <CheckField
          id="picture-decorative"
          label="Decorative"
          help="It shows nothing that the text doesn’t say. Screen readers skip it."
          checked={decorative}
          onChange={(event) => state.setDecorative(event.target.checked)}
        />
        <section>
          <h3 className="label">Used on</h3>
          <UsedOn uses={uses} />
        </section>
        {failure && (
          <p className="error" role="alert">
            {failure}
          </p>
        )}
        <ModalActions>
          <button
            type="button"
            className="button danger"
            aria-disabled={uses.length > 0}
            aria-describedby={uses.length > 0 ? 'picture-in-use' : undefined}
            onClick={() => uses.length === 0 && setIsDeleting(true)}
          >
            Delete
          </button>
          <button
            type="button"
            className="button"
            onClick={() => copy(location.origin + sitePath(picture.url))}
          >
            Copy address
          </button>
          <button type="submit" className="button primary">
            Save
          </button>
        </ModalActions>
        {uses.length > 0 && (
          <p className={styles.meta} id="picture-in-use">
            It can’t be deleted while it is used. Remove it there first.
          </p>
        )}
      </form>
      {isDeleting && (
        <DeleteRow
          name={picture.name}
          thing="picture"
          send={() => deletePicture(picture.id)}
          queries={mediaKey}
          onClose={() => {
            setIsDeleting(false)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}
