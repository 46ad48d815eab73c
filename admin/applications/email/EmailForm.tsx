import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import { mailServerQuery } from '../../mail/mail-server.ts'
import { NoMailServer } from '../../mail/NoMailServer.tsx'
import { EmailFields } from '../../templates/EmailFields.tsx'
import { EmailPreview } from '../../templates/EmailPreview.tsx'
import { type Template, templateChoicesQuery } from '../../templates/queries.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Loaded } from '../../ui/States.tsx'
import { useSave } from '../../ui/save/use-save.ts'
import styles from './EmailForm.module.css'
import { AboutDecision, ReplyTo, TestOutcome, useTemplateChoice } from './EmailParts.tsx'
import { type Email, type EmailValues, useEmailForm, useTestEmail } from './use-email-form.ts'

type Props = {
  title: string
  /** Where unsent text is kept for this person. */
  draftKey: string
  /** Whether an email with this text announces a decision, unless unticked. */
  notifiesOfDecision: (template: Template) => boolean
  /** The label of the tick. */
  decisionLabel: string
  decisionHelp: string
  /** For the preview and the test; undefined until it is known. */
  example: Parameters<typeof EmailPreview>[0]['to'] | undefined
  /** The text of the button. */
  send: string
  /** Before the reason when sending fails. */
  failure: string
  /** Rejects when nothing was sent. */
  onSend: (email: Email) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog that writes an email to many candidates. */
export function EmailForm(props: Props) {
  const templates = useQuery(templateChoicesQuery)
  if (templates.data) return <Writing {...props} templates={templates.data} />
  return (
    <Modal title={props.title} onClose={props.onClose} size="large">
      <Loaded query={templates} failed="Failed to load the templates" rows={4} />
    </Modal>
  )
}

function Writing(props: Props & { templates: Template[] }) {
  const { title, templates, decisionLabel, decisionHelp, example, children } = props
  const state = useEmailForm({ ...props, starting: undefined })
  const { form, isDirty, template, use } = state
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as EmailValues
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const test = useTestEmail(form, example?.id)
  const { choose, question } = useTemplateChoice({ isDirty, use })

  const saving = useSave(state, {
    save: (email) => {
      test.forget()
      return props.onSend(email)
    },
    messageOf: () => '',
    failed: props.failure,
    onSaved: props.onClose,
  })

  return (
    <FormDialog
      title={title}
      state={{ ...state, isDirty: isDirty || isSubmitting }}
      saving={{ ...saving, failure: test.failure ?? saving.failure }}
      action={props.send}
      busyAction="Sending..."
      onClose={props.onClose}
      size="large"
      actions={
        <>
          <button
            type="button"
            className={`button ${styles.test}`}
            disabled={!example}
            aria-disabled={test.isPending}
            onClick={test.send}
          >
            {test.isPending ? 'Sending...' : 'Send me a test'}
          </button>
          <button type="button" className="button" onClick={askToClose}>
            Cancel
          </button>
        </>
      }
    >
      <div className={`stack ${styles.form}`}>
        {hasMailServer === false && <NoMailServer />}
        <Field label="Template" htmlFor="template">
          {(control) => (
            <select
              {...control}
              className="input"
              value={template?.id ?? ''}
              onChange={({ target }) =>
                choose(templates.find(({ id }) => String(id) === target.value))
              }
              data-autofocus
            >
              <option value="">None</option>
              {templates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {question}
        <EmailFields
          register={form.register as unknown as UseFormRegister<{ subject: string; body: string }>}
          control={form.control as unknown as Control<{ subject: string; body: string }>}
          errors={errors}
        />
        {example && <EmailPreview subject={values.subject} body={values.body} to={example} />}
        <ReplyTo form={form} />
        <AboutDecision form={form} label={decisionLabel} help={decisionHelp} />
        {children}
        <TestOutcome outcome={test.outcome} />
      </div>
    </FormDialog>
  )
}
