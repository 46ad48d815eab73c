import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { newEmail } from '#api/hiring/applications/contract/email.ts'
import { complaint } from '../../lib/api/api.ts'
import { showFieldErrors } from '../../lib/api/field-errors.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { mailServerQuery } from '../../mail/mail-server.ts'
import { NoMailServer } from '../../mail/NoMailServer.tsx'
import { EmailFields } from '../../templates/EmailFields.tsx'
import { EmailPreview } from '../../templates/EmailPreview.tsx'
import { type Template, templateChoicesQuery } from '../../templates/queries.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { Loaded } from '../../ui/States.tsx'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import styles from './EmailForm.module.css'
import { testEmail } from './queries.ts'

type Values = z.input<typeof newEmail>
export type Email = z.output<typeof newEmail>

type Props = {
  title: string
  /** Above the fields. */
  intro?: ReactNode
  /** Where unsent text is kept for this person. */
  draftKey: string
  /** Chooses the template to start with. */
  startingTemplate?: (templates: Template[]) => Template | undefined
  /** Whether an email with this text announces a decision, unless unticked. */
  notifiesOfDecision: (template: Template) => boolean
  /** The label of the tick; null: there is no decision to tell. */
  decisionLabel: string | null
  decisionHelp?: string
  /** For the preview and the test; undefined until it is known. */
  example: Parameters<typeof EmailPreview>[0]['to'] | undefined
  /** The text of the button. */
  send: string
  /** Before the reason when sending fails. */
  failure: string
  /** Rejects when nothing was sent. */
  onSend: (email: Email) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** A dialog that writes an email to one candidate or to many. */
export function EmailForm(props: Props) {
  const templates = useQuery(templateChoicesQuery)
  if (templates.data) return <Writing {...props} templates={templates.data} />
  return (
    <Modal title={props.title} onClose={props.onClose} size="large">
      <Loaded query={templates} failed="Failed to load the templates" rows={4} />
    </Modal>
  )
}

const resolver = zodResolver(newEmail)

function useEmailForm({
  templates,
  draftKey,
  startingTemplate,
  notifiesOfDecision,
}: Props & { templates: Template[] }) {
  const [first] = useState(() => startingTemplate?.(templates))
  const startWith = (template: Template | undefined): Values => ({
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    reply_to: 'me',
    about_decision: template !== undefined && notifiesOfDecision(template),
  })
  const state = useEntityForm({
    kind: 'email',
    stored: undefined,
    valuesOf: () => startWith(first),
    resolver,
    draftName: draftKey,
  })
  const { form, forgetDraft } = state
  const [template, setTemplate] = useState(first)
  function use(chosen: Template | undefined) {
    const { reply_to } = form.getValues()
    setTemplate(chosen)
    form.reset(startWith(chosen))
    form.setValue('reply_to', reply_to)
    forgetDraft()
  }
  return { ...state, template, use }
}

function Writing(props: Props & { templates: Template[] }) {
  const { title, intro, templates, decisionLabel, decisionHelp, example, children } = props
  const state = useEmailForm(props)
  const { form, isDirty, template, use } = state
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as Values
  const me = usePerson()
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const [testFailure, setTestFailure] = useState<string>()

  const saving = useSave(state, {
    save: (email) => {
      setTestFailure(undefined)
      return props.onSend(email)
    },
    messageOf: () => '',
    failed: props.failure,
    onSaved: props.onClose,
  })
  const test = useMutation({
    mutationFn: ({ id, email }: { id: number; email: Email }) => testEmail(id, email),
    onMutate: () => setTestFailure(undefined),
    onError: (error) => {
      if (!showFieldErrors(form, error))
        setTestFailure(complaint("The test email wasn't sent", error))
    },
  })
  const sendTest = form.handleSubmit((email) => {
    if (example && !test.isPending) test.mutate({ id: example.id, email })
  })

  return (
    <FormDialog
      title={title}
      state={{ ...state, isDirty: isDirty || isSubmitting }}
      saving={{ ...saving, failure: testFailure ?? saving.failure }}
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
            onClick={sendTest}
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
        {intro}
        {hasMailServer === false && <NoMailServer />}
        <TemplateChoice {...{ templates, template, isDirty, use }} />
        <EmailFields
          register={form.register as unknown as UseFormRegister<{ subject: string; body: string }>}
          control={form.control as unknown as Control<{ subject: string; body: string }>}
          errors={errors}
        />
        {example && <EmailPreview subject={values.subject} body={values.body} to={example} />}
        <SelectField
          label="Replies go to"
          error={errors.reply_to?.message}
          {...form.register('reply_to')}
        >
          <option value="me">Me, {me.email}</option>
          <option value="shared">The shared address for applications</option>
        </SelectField>
        {decisionLabel !== null && (
          <CheckField
            id="about_decision"
            label={decisionLabel}
            {...(decisionHelp && { help: decisionHelp })}
            error={errors.about_decision?.message}
            {...form.register('about_decision')}
          />
        )}
        {children}
        <div role="status">
          {test.data &&
            (test.data.sent ? (
              <p className="notice">Test email sent to {test.data.to}. Check your inbox.</p>
            ) : (
              <p className="notice red">{`The test email wasn't sent. ${test.data.reason ?? ''}`}</p>
            ))}
        </div>
      </div>
    </FormDialog>
  )
}

/** Asks before a template replaces typed text. */
function TemplateChoice({
  templates,
  template,
  isDirty,
  use,
}: {
  templates: Template[]
  template: Template | undefined
  isDirty: boolean
  use: (chosen: Template | undefined) => void
}) {
  const [asking, setAsking] = useState<{ chosen: Template | undefined }>()
  function choose(id: string) {
    const chosen = templates.find((each) => String(each.id) === id)
    if (isDirty) setAsking({ chosen })
    else use(chosen)
  }
  return (
    <>
      <Field label="Template" htmlFor="template">
        {(control) => (
          <select
            {...control}
            className="input"
            value={template?.id ?? ''}
            onChange={({ target }) => choose(target.value)}
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
      {asking && (
        <div className={`notice row wrap ${styles.replace}`} role="alert">
          <p>“{asking.chosen?.name ?? 'None'}” replaces what you wrote.</p>
          <button type="button" className="button small" onClick={() => setAsking(undefined)}>
            Keep my text
          </button>
          <button
            type="button"
            className="button small"
            onClick={() => {
              use(asking.chosen)
              setAsking(undefined)
            }}
          >
            Replace it
          </button>
        </div>
      )}
    </>
  )
}
