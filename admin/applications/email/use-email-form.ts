import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { newEmail } from '#api/hiring/applications/contract/email.ts'
import { complaint } from '../../lib/api/api.ts'
import { showFieldErrors } from '../../lib/api/field-errors.ts'
import type { Template } from '../../templates/queries.ts'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { testEmail } from './queries.ts'

export type EmailValues = z.input<typeof newEmail>
export type Email = z.output<typeof newEmail>
export type EmailFormState = UseFormReturn<EmailValues, unknown, Email>

const resolver = zodResolver(newEmail)

/** The form of an email; a template fills it in. */
export function useEmailForm({
  draftKey,
  starting,
  notifiesOfDecision,
}: {
  /** Where unsent text is kept for this person. */
  draftKey: string
  /** The template to start with. */
  starting: Template | undefined
  /** Whether an email with this text announces a decision, unless unticked. */
  notifiesOfDecision: (template: Template) => boolean
}) {
  const startWith = (template: Template | undefined): EmailValues => ({
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    reply_to: 'me',
    about_decision: template !== undefined && notifiesOfDecision(template),
  })
  const [first] = useState(starting)
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

/** Sends the person a test of the email, filled in for that application. */
export function useTestEmail(form: EmailFormState, id: number | undefined) {
  const [failure, setFailure] = useState<string>()
  const { mutate, data, isPending } = useMutation({
    mutationFn: (sent: { id: number; email: Email }) => testEmail(sent.id, sent.email),
    onMutate: () => setFailure(undefined),
    onError: (error) => {
      if (!showFieldErrors(form, error)) setFailure(complaint("The test email wasn't sent", error))
    },
  })
  return {
    failure,
    forget: () => setFailure(undefined),
    outcome: data,
    isPending,
    send: form.handleSubmit((email) => {
      if (id !== undefined && !isPending) mutate({ id, email })
    }),
  }
}
