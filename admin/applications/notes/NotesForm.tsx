import type { MouseEventHandler } from 'react'
import { ModalActions } from '../../ui/dialog/Modal.tsx'
import { RichTextField } from '../../ui/form/RichTextField.tsx'
import { SaveConflict } from '../../ui/save/SaveConflict.tsx'
import styles from './NotesForm.module.css'
import type { NotesFormState } from './use-notes-form.ts'

/** What a legal hold leaves. */
export const notesOnHold = 'On legal hold: notes can only be added to, at the end.'

/** The notes with Save and Cancel, in a dialog or in place. Ctrl+Enter saves. */
export const NotesForm = ({
  state,
  onCancel,
}: {
  state: NotesFormState
  onCancel: MouseEventHandler<HTMLElement>
}) => (
  <form
    className={`stack ${styles.form}`}
    onSubmit={state.saving.submit}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void state.saving.submit()
    }}
  >
    <SaveConflict saving={state.saving} both={state.both} />
    <RichTextField
      id="notes-text"
      label="Notes"
      hideLabel
      value={state.value}
      onChange={state.setTyped}
      error={state.error}
      {...(state.isHeld && { help: notesOnHold })}
      autoFocus
    />
    <ModalActions>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button primary" aria-disabled={state.isBusy}>
        {state.isBusy ? 'Saving...' : 'Save'}
      </button>
    </ModalActions>
  </form>
)
