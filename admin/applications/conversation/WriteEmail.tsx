import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import { fullName } from '#api/core/http/contract/text.ts'
import { useKey } from '../../lib/hooks/use-key.ts'
import { toast } from '../../lib/toasts.ts'
import { mailServerQuery } from '../../mail/mail-server.ts'
import { NoMailServer } from '../../mail/NoMailServer.tsx'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { EmailFields } from '../../templates/EmailFields.tsx'
import { EmailPreview } from '../../templates/EmailPreview.tsx'
import { type Template, templateChoicesQuery } from '../../templates/queries.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { Loaded } from '../../ui/States.tsx'
import { useSave } from '../../ui/save/use-save.ts'
import { AboutDecision, ReplyTo, TestOutcome, useTemplateChoice } from '../email/EmailParts.tsx'
import { sendEmail } from '../email/queries.ts'
import { type EmailValues, useEmailForm, useTestEmail } from '../email/use-email-form.ts'
import { focusRecord } from '../focus-record.ts'
import { type Application, applicationsKey } from '../queries.ts'
import { inTheirLanguage, useReads } from '../use-candidate-language.ts'
import styles from './Composer.module.css'
import { More, type MoreMenu } from './More.tsx'

type Props = {
  application: Application
  menu: MoreMenu
  onSent: () => void
  /** Takes the focus once it has loaded. */
  autoFocus: boolean
}

/** Writes an email to a candidate; starts with the template of a decision they don't know yet. */
export default function WriteEmail(props: Props) {
  const templates = useQuery(templateChoicesQuery)
  const [sent, setSent] = useState<{ times: number; about?: Application['status'] }>({ times: 0 })
  return (
    <Loaded query={templates} failed="Failed to load the templates" rows={2}>
      {(all) => (
        <Form
          key={sent.times}
          {...props}
          templates={all}
          // Not the text that has just been sent.
          startsEmpty={sent.about === props.application.status}
          autoFocus={props.autoFocus || sent.times > 0}
          onSent={() => {
            setSent({ times: sent.times + 1, about: props.application.status })
            props.onSent()
          }}
        />
      )}
    </Loaded>
  )
}

function Form({
  application,
  templates,
  startsEmpty,
  autoFocus,
  menu,
  onSent,
}: Props & { templates: Template[]; startsEmpty: boolean }) {
  const { id, first_name, status, told_status } = application
  const client = useQueryClient()
  const keyOf = useKey()
  const reads = useReads(application)
  const isNotNotified = status !== 'pending' && told_status !== status
  const decided =
    isNotNotified && !startsEmpty
      ? templates.find((template) => template.status === status)
      : undefined
  const starting = decided && inTheirLanguage(decided, reads)
  const state = useEmailForm({
    draftKey: `email-${id}`,
    starting,
    notifiesOfDecision: (template) => isNotNotified && template.status === status,
  })
  const { form, isDirty, use } = state
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as EmailValues
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const test = useTestEmail(form, id)
  const { choose, question } = useTemplateChoice({ isDirty, use })

  // A decision that comes later brings its template, unless something is typed.
  const shown = useRef(starting?.id)
  const follow = useEffectEvent(() => {
    if (shown.current === starting?.id) return
    shown.current = starting?.id
    if (!isDirty) use(starting)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is another
  useEffect(() => follow(), [starting?.id])

  const focus = useEffectEvent(() => autoFocus && form.setFocus('subject'))
  useEffect(() => void focus(), [])

  const saving = useSave(state, {
    save: async (email) => {
      test.forget()
      await sendEmail(id, email, keyOf(email))
    },
    messageOf: () => '',
    failed: "The email wasn't sent",
    onSaved: () => {
      toast({ message: `Sending the email to ${fullName(application)}`, kind: 'done' })
      void client.invalidateQueries({ queryKey: applicationsKey })
      onSent()
    },
  })

  return (
    <form
      className={`stack gap-3 ${styles.form}`}
      onSubmit={saving.submit}
      // Before the editor, which would break the line.
      onKeyDownCapture={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        void saving.submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        focusRecord()
      }}
      noValidate
    >
      <div className={`stack gap-3 ${styles.email}`} inert={isSubmitting}>
        {hasMailServer === false && <NoMailServer />}
        <EmailFields
          register={form.register as unknown as UseFormRegister<{ subject: string; body: string }>}
          control={form.control as unknown as Control<{ subject: string; body: string }>}
          errors={errors}
          help={{ subject: '', body: 'Placeholders such as {first_name} work in the subject too.' }}
        />
        <details>
          <summary>What {first_name} will read</summary>
          <EmailPreview subject={values.subject} body={values.body} to={application} />
        </details>
        <ReplyTo form={form} />
        {status !== 'pending' && (
          <AboutDecision
            form={form}
            label={`Mark ${first_name} as informed (${statusLabel[status]})`}
          />
        )}
      </div>
      {question}
      <TestOutcome outcome={test.outcome} />
      <FormFailure>{test.failure ?? saving.failure}</FormFailure>
      <div className="between wrap">
        <More {...menu} onTemplate={choose} />
        <div className="line wrap">
          <button
            type="button"
            className="button quiet"
            aria-disabled={test.isPending}
            onClick={test.send}
          >
            {test.isPending ? 'Sending...' : 'Send me a test'}
          </button>
          <button type="submit" className="button primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send email'}
          </button>
        </div>
      </div>
    </form>
  )
}
