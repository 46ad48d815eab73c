import { ImageIcon } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import type { BlockPicture } from '#api/website/blocks/contract/kinds.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath } from '../lib/site-address.ts'
import { attributesOf } from '../media/text/figure-attributes.ts'
import { Portal } from '../ui/dialog/Portal.tsx'
import { Field, FieldError } from '../ui/form/Field.tsx'
import styles from './BlockPanel.module.css'
import { noSubmit } from './no-submit.ts'

const PictureDialog = lazy(() => import('../media/PictureDialog.tsx'))

type Picture = Omit<BlockPicture, 'caption'>

/** The picture of a block or entry, and its alt text; a caption is written in the page. */
export function PictureField({
  label,
  isRequired,
  value,
  problem,
  onChange,
}: {
  label: string
  isRequired: boolean
  value: Picture | undefined
  problem: string | undefined
  onChange: (picture: Picture | undefined) => void
}) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const mayPick = may(usePerson(), needForPictures)
  const action = value ? 'Change' : 'Choose'
  return (
    <div className="stack gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in all browsers */}
      <div
        className="field"
        role="group"
        aria-labelledby={id}
        aria-describedby={problem && `${id}-error`}
      >
        <span className="label" id={id}>
          {label} {!isRequired && <span className="optional">(optional)</span>}
        </span>
        <div className={`row gap-3 ${styles.picture}`}>
          {value ? (
            <img src={sitePath(value.src)} alt="" />
          ) : (
            <span>
              <ImageIcon size={22} strokeWidth={1.5} aria-hidden />
            </span>
          )}
          {mayPick && (
            <button
              type="button"
              className="button small"
              aria-label={`${action}: ${label}`}
              onClick={() => setIsOpen(true)}
            >
              {action}
            </button>
          )}
          {value && (
            <button
              type="button"
              className="button small quiet"
              aria-label={`Remove: ${label}`}
              onClick={() => onChange(undefined)}
            >
              Remove
            </button>
          )}
        </div>
        <FieldError id={`${id}-error`} message={problem} />
      </div>
      {value && (
        <Field
          label="Alt text"
          htmlFor={`${id}-alt`}
          help="What it shows, for people who can’t see it. Leave it empty if it is decorative."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              dir="auto"
              maxLength={300}
              value={value.alt}
              onChange={(event) => onChange({ ...value, alt: event.target.value })}
              onKeyDown={noSubmit}
            />
          )}
        </Field>
      )}
      {isOpen && (
        <Portal>
          <Suspense>
            <PictureDialog
              title={label}
              onPick={(picture) => onChange(attributesOf(picture))}
              onClose={() => setIsOpen(false)}
            />
          </Suspense>
        </Portal>
      )}
    </div>
  )
}
