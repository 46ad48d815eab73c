import { useState } from 'react'
import { emailError } from '#api/core/http/contract/email.ts'
import { type FormErrors, sendForm } from '../lib/api/send-form.ts'
import { sitePath } from '../lib/site-address.ts'
import { AuthForm, AuthMessage, focusOn } from '../ui/form/AuthForm.tsx'
import { EmailInput } from '../ui/form/EmailInput.tsx'

/** Requests a password reset link. The reply is the same whether or not the account exists. */
export default function ForgotPassword() {
  const [errors, setErrors] = useState<FormErrors<'email'>>({})
  const [sentTo, setSentTo] = useState<string>()

  async function submit(form: HTMLFormElement) {
    const email = String(new FormData(form).get('email') ?? '').trim()
    const fault = emailError(email)
    const failed = "Couldn't send the link. Please try again."
    const faults = fault
      ? { email: fault }
      : (await sendForm('/api/auth/forgot-password', { email }, failed)).errors
    setErrors(faults)
    if (Object.keys(faults).length) focusOn(form, 'email')
    else setSentTo(email)
    return false
  }

  if (sentTo)
    return (
      <AuthMessage title="Check your email">
        <p>
          If there is an account for <strong>{sentTo}</strong>, we've sent a link to reset its
          password. It expires in 15 minutes.
        </p>
        <p>Didn't get it? Check your spam folder or ask an admin.</p>
        <p>
          <a href={sitePath('/login')}>Back to sign-in</a>
        </p>
      </AuthMessage>
    )
  return (
    <AuthForm
      title="Forgot your password?"
      about="Enter your email and we'll send you a reset link."
      failure={errors.form}
      button="Send the link"
      busyButton="Sending..."
      onSubmit={submit}
      below={<a href={sitePath('/login')}>Back to sign-in</a>}
    >
      <EmailInput error={errors.email} />
    </AuthForm>
  )
}
