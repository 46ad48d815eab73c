import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import styles from './EditorFrame.module.css'
import { RestoredNotice } from './RestoredNotice.tsx'

/** The part of useEntityForm's state that the frame needs. */
type State = {
  form: { formState: { isSubmitting: boolean } }
  isDirty: boolean
  restored: boolean
  startOver: () => void
  forgetDraft: () => void
}

/**
 * The frame around a form's fields: asks before leaving with unsaved changes, tells when a draft
 * was restored, shows a failure to save, and keeps the buttons in view. `action` labels the main
 * button; without it the form can't be saved.
 */
export function EditorFrame({
  state,
  saving,
  action,
  back,
  lost = '',
  children,
}: {
  state: State
  saving: { submit: () => void; failure: string | undefined }
  action: string | undefined
  /** Where Cancel leads. */
  back: LinkTarget
  /** The part of the input that drafts don't restore: ' (except the password)'. */
  lost?: string
  children: ReactNode
}) {
  const { form, isDirty, restored, startOver, forgetDraft } = state
  const { isSubmitting } = form.formState
  return (
    <form className={styles.form} onSubmit={saving.submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      {restored && <RestoredNotice lost={lost} onDiscard={startOver} />}
      {children}
      <div className={styles.foot}>
        {saving.failure && (
          <div className={`notice red ${styles.failure}`} role="alert">
            <strong>{saving.failure}</strong>
          </div>
        )}
        <Link className="button" to={back.to} search={back.search ?? {}}>
          Cancel
        </Link>
        {action && (
          <button type="submit" className="button primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : action}
          </button>
        )}
      </div>
    </form>
  )
}

type Saving<Name extends string> = {
  theirs: Name[] | undefined
  current?: Partial<Record<Name, unknown>> | undefined
  overwrite: () => void
  loadCurrent: () => void
}

/** Shown when someone else saved this `thing` first: their changes, and which version to keep. */
export const SaveConflict = <Name extends string>({
  saving,
  thing,
  names,
}: {
  saving: Saving<Name>
  thing: string
  names: Partial<Record<Name, string>>
}) =>
  saving.theirs && (
    <Choice
      {...saving}
      thing={thing}
      theirs={saving.theirs.map((field) => [names[field], shortText(saving.current?.[field])])}
    />
  )

/** A value that fits in a line; undefined for lists and long texts. */
function shortText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === '' || value === null) return 'empty'
  if (typeof value === 'number') return String(value)
  const isShort = typeof value === 'string' && value.length <= 200 && !value.startsWith('<')
  return isShort ? value : undefined
}

function Choice({
  thing,
  theirs,
  overwrite,
  loadCurrent,
}: Pick<Saving<string>, 'overwrite' | 'loadCurrent'> & {
  thing: string
  theirs: [name: string | undefined, value: string | undefined][]
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>Someone else saved changes to this {thing} while you were editing</h2>
      {theirs.length > 0 && <p>They changed: {theirs.map(([name]) => name).join(', ')}.</p>}
      <dl className={styles.values}>
        {theirs.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p>Your version isn't saved yet. Replace theirs, or discard yours.</p>
      <div className={styles.choice}>
        <button type="button" className="button" onClick={overwrite}>
          Replace with mine
        </button>
        <button type="button" className="button" onClick={loadCurrent}>
          Discard mine
        </button>
      </div>
    </div>
  )
}

/** Two short fields, side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)
