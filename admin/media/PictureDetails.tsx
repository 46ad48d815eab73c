import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Resolver, useWatch } from 'react-hook-form'
import type { Media } from '#api/website/media/contract/row.ts'
import { sitePath } from '../lib/site-address.ts'
import { languageName } from '../lib/text/language-name.ts'
import { toast } from '../lib/toasts.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { CheckField } from '../ui/form/CheckField.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { FocalPoint } from './FocalPoint.tsx'
import styles from './Media.module.css'
import { needsAlt } from './PictureGrid.tsx'
import { deletePicture, mediaKey, savePicture } from './queries.ts'

type Use = Media['used_on'][number]

/** Where to change what a picture is used on. */
function editorOf({ kind, id, language, of }: Use): string {
  if (language) return `/${of}s/${id}/translations/${language}`
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
  translation: 'Translation of a page or job',
}

/** What it is; of a translation, in which language. */
const kindOf = ({ kind, language, of }: Use) =>
  language ? `${languageName(language)} translation of a ${of}` : what[kind]

const UsedOn = ({ uses }: { uses: Use[] }) =>
  uses.length > 0 ? (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={`${use.kind}-${use.of ?? ''}-${use.id}-${use.language ?? ''}`}>
          <Link to={editorOf(use)}>{use.title || what[use.kind]}</Link>{' '}
          <span className={styles.meta}>{kindOf(use)}</span>
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

type Values = Pick<Media, 'alt' | 'decorative' | 'focal'>

const valuesOf = (picture?: Media): Values => ({
  alt: picture?.alt ?? '',
  decorative: picture?.decorative ?? false,
  focal: picture?.focal ?? { x: 50, y: 50 },
})
const resolver: Resolver<Values, unknown, Values> = ({ alt, ...rest }) => ({
  values: { ...rest, alt: rest.decorative ? '' : alt },
  errors: {},
})

export function PictureDetails({ picture, onClose }: { picture: Media; onClose: () => void }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'image',
    stored: picture,
    valuesOf,
    resolver,
    names: { alt: 'Alt text', decorative: 'Decorative', focal: 'Point that stays visible' },
    show: { focal: ({ x, y }) => `${x} % from the left, ${y} % from the top` },
    draftName: null,
  })
  const { form } = state
  const saving = useSave(state, {
    save: (change, updated_at) => savePicture(picture.id, { ...change, updated_at }),
    key: mediaKey,
    nameOf: () => picture.name,
    onSaved: (saved) => {
      client.setQueryData([...mediaKey, 'one', picture.id], saved)
      onClose()
    },
  })
  const { alt, decorative, focal } = useWatch({ control: form.control }) as Values
  const [isDeleting, setIsDeleting] = useState(false)
  const uses = picture.used_on
  return (
    <>
      <FormDialog
        {...{ state, saving, onClose }}
        title={picture.name}
        action="Save"
        size="large"
        actions={
          <>
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
          </>
        }
      >
        <FocalPoint
          picture={picture}
          point={focal}
          onChange={(point) => form.setValue('focal', point, { shouldDirty: true })}
        />
        <Field
          label="Alt text"
          htmlFor="picture-alt"
          error={form.formState.errors.alt?.message}
          help={
            needsAlt({ alt, decorative })
              ? 'Missing. Say what the image shows, for people who can’t see it.'
              : 'What the image shows, for people who can’t see it.'
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
              onChange={({ target }) => form.setValue('alt', target.value, { shouldDirty: true })}
            />
          )}
        </Field>
        <OtherLanguages
          kind="media"
          subject={String(picture.id)}
          thing="Alt text"
          version={picture.updated_at}
        />
        <CheckField
          id="picture-decorative"
          label="Decorative"
          help="It shows nothing that the text doesn’t say. Screen readers skip it."
          {...form.register('decorative')}
        />
        <section>
          <h3 className="label">Used on</h3>
          <UsedOn uses={uses} />
        </section>
        {uses.length > 0 && (
          <p className={styles.meta} id="picture-in-use">
            It can’t be deleted while it is used. Remove it there first.
          </p>
        )}
      </FormDialog>
      {isDeleting && (
        <DeleteRow
          name={picture.name}
          thing="image"
          send={() => deletePicture(picture.id)}
          queries={mediaKey}
          onClose={() => {
            setIsDeleting(false)
            onClose()
          }}
        />
      )}
    </>
  )
}
