import { useRef } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { checkedByServer, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './Composer.module.css'
import { askForDocument, type NewRequest } from './document-requests.ts'

/** Sends the candidate a message that asks for a file. */
export function AskForDocument({
  application: { id, first_name },
  onClose,
}: {
  application: Application
  /** Called once it is sent or canceled; the text of one that is left otherwise is kept. */
  onClose: () => void
}) {
  const key = useRef(crypto.randomUUID())
  const state = useEntityForm({
    kind: 'document request',
    stored: undefined,
    valuesOf: (): NewRequest => ({ name: '', kind: 'document', due_on: null }),
    resolver: checkedByServer<NewRequest>,
    draftName: `document-request-${id}`,
  })
  const saving = useSave(state, {
    save: (request) => askForDocument(id, request, key.current),
    key: applicationsKey,
    messageOf: () => `${first_name} is asked for the file`,
    failed: "Couldn't ask for the file",
    onSaved: onClose,
  })
  const { register, formState } = state.form
  const { errors, isSubmitting } = formState
  return (
    <form
      className={`stack gap-3 ${styles.form}`}
      aria-label="Ask for a file"
      onSubmit={saving.submit}
      noValidate
    >
      <Field label="What do you need?" htmlFor="document-name" error={errors.name?.message}>
        {(control) => (
          <input
            {...control}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: the button that opens the form is gone
            autoFocus
            placeholder="Certificate"
            {...register('name')}
          />
        )}
      </Field>
      <div className={`stack gap-3 ${styles.pair}`}>
        <Field label="Type" htmlFor="document-kind" error={errors.kind?.message}>
          {(control) => (
            <select {...control} className="input" {...register('kind')}>
              <option value="document">Document (PDF, DOC or DOCX)</option>
              <option value="image">Image (JPEG, PNG or WebP)</option>
            </select>
          )}
        </Field>
        <Field label="Due on" optional htmlFor="document-due_on" error={errors.due_on?.message}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="date"
              {...register('due_on', { setValueAs: (day) => day || null })}
            />
          )}
        </Field>
      </div>
      <FormFailure>{saving.failure}</FormFailure>
      <div className={`line wrap ${styles.buttons}`}>
        <button type="submit" className="button primary" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send request'}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            state.forgetDraft()
            onClose()
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  )
}
