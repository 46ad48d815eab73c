import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { RestoredNotice } from '../editor/RestoredNotice.tsx'
import { SaveConflict } from '../save/SaveConflict.tsx'
import type { SaveState } from '../save/use-save.ts'
import styles from './EditorFrame.module.css'
import { ChangesBar, SaveBar } from './SaveBar.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

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
 * was restored, shows a failure to save and what both have changed, and keeps the buttons in view.
 * `action` labels the main button; without it the form can't be saved.
 */
export function EditorFrame({
  state,
  saving,
  action,
  back,
  whenChanged = false,
  onSaveDraft,
  draftKeys,
  isWide = false,
  both,
  lost = '',
  outline,
  hasBar = true,
  children,
}: {
  state: State
  saving: SaveState & { submit: () => void }
  action: string | undefined
  /** Where Cancel leads. */
  back: LinkTarget
  /** For settings: the buttons are there while there are changes, and discard instead of leaving. */
  whenChanged?: boolean
  /** Saves beside what is published. */
  onSaveDraft?: (() => void) | undefined
  /** The shortcut of that, as in `aria-keyshortcuts`. */
  draftKeys?: string
  /** As wide as the screen. */
  isWide?: boolean
  /** By field, how two texts are put together. */
  both?: ComponentProps<typeof SaveConflict>['both']
  /** The part of the input that drafts don't restore: ' (except the password)'. */
  lost?: string
  /** Links to the parts of a long form. */
  outline?: ReactNode
  /** False while only something that is saved by itself is shown: only Cancel is left. */
  hasBar?: boolean
  children: ReactNode
}) {
  const { form, isDirty, restored, startOver, forgetDraft } = state
  const { isSubmitting } = form.formState
  const cancel = (
    <Link className="button" to={back.to} search={back.search ?? {}}>
      Cancel
    </Link>
  )
  const inside = (
    <>
      {children}
      <SaveConflict saving={saving} {...(both && { both })} />
    </>
  )
  return (
    <form
      className={`stack gap-5 ${isWide ? styles.wide : 'narrow'} ${styles.form}`}
      onSubmit={saving.submit}
      noValidate
    >
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      {restored && <RestoredNotice lost={lost} onDiscard={startOver} />}
      {outline ? (
        <div className={styles.columns}>
          {outline}
          <div className={`stack gap-5 ${styles.fields}`}>{inside}</div>
        </div>
      ) : (
        inside
      )}
      {!hasBar ? (
        <div className={`line ${styles.cancel}`}>{cancel}</div>
      ) : whenChanged && action ? (
        <ChangesBar state={state} failure={saving.failure} action={action} onDiscard={startOver} />
      ) : (
        <SaveBar failure={saving.failure}>
          {cancel}
          {onSaveDraft && (
            <button
              type="button"
              className="button"
              aria-disabled={isSubmitting}
              aria-keyshortcuts={draftKeys}
              onClick={onSaveDraft}
            >
              Save Draft
            </button>
          )}
          {action && (
            <button type="submit" className="button primary" aria-disabled={isSubmitting}>
              {isSubmitting ? 'Saving...' : action}
            </button>
          )}
        </SaveBar>
      )}
    </form>
  )
}

/** Two short fields, side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={`stack gap-5 ${styles.pair}`}>{children}</div>
)
