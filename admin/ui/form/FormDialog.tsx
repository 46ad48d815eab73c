import type { ComponentProps, ReactNode } from 'react'
import { askToClose } from '../dialog/ask-to-close.ts'
import { Modal, ModalActions } from '../dialog/Modal.tsx'
import { SaveConflict } from '../save/SaveConflict.tsx'
import type { SaveState } from '../save/use-save.ts'
import { FormFailure } from './FormFailure.tsx'

/**
 * A form in a dialog, on useEntityForm and useSave: asks before it is closed with unsaved changes,
 * shows a failure to save and what both have changed. `action` labels the main button.
 */
export function FormDialog({
  title,
  size,
  state: { form, isDirty, forgetDraft },
  saving,
  action,
  busyAction = 'Saving...',
  look = 'primary',
  isOff = false,
  onClose,
  actions,
  children,
}: {
  title: string
  size?: NonNullable<ComponentProps<typeof Modal>['size']>
  state: {
    form: { formState: { isSubmitting: boolean } }
    isDirty: boolean
    forgetDraft: () => void
  }
  saving: SaveState & { submit: ComponentProps<'form'>['onSubmit'] }
  action: string
  busyAction?: string
  look?: 'primary' | 'danger'
  /** There is nothing to send yet. */
  isOff?: boolean
  onClose: () => void
  /** In place of Cancel. */
  actions?: ReactNode
  children: ReactNode
}) {
  const { isSubmitting } = form.formState
  return (
    <Modal
      title={title}
      onClose={onClose}
      onDiscard={forgetDraft}
      dirty={isDirty}
      {...(size && { size })}
    >
      <form className="stack gap-4" onSubmit={saving.submit} noValidate>
        {children}
        <SaveConflict saving={saving} />
        <FormFailure>{saving.failure}</FormFailure>
        <ModalActions>
          {actions ?? (
            <button type="button" className="button" onClick={askToClose}>
              Cancel
            </button>
          )}
          <button
            type="submit"
            className={`button ${look}`}
            disabled={isOff}
            aria-disabled={isSubmitting}
          >
            {isSubmitting ? busyAction : action}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
