import { useEffect, useState } from 'react'
import { passwordError } from '#api/accounts/auth/contract/password.ts'
import { type FormErrors, sendForm } from '../lib/api/send-form.ts'
import { canStore, forgetSession, leaveHint } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'
import { AuthForm, AuthMessage, focusOn } from '../ui/form/AuthForm.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput, passwordHelp } from '../ui/form/PasswordInput.tsx'

/** The token of the emailed link: in the fragment, which browsers never send to the server. */
const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/** Target of the links in invitation and password reset emails. */
export default function ChoosePassword() {
  const [errors, setErrors] = useState<FormErrors<'token' | 'newPassword'>>({})
  const [incomplete, setIncomplete] = useState(false)
  useEffect(() => setIncomplete(!tokenInAddress()), [])

  async function submit(form: HTMLFormElement) {
    const newPassword = String(new FormData(form).get('newPassword') ?? '')
    const fault = newPassword ? passwordError(newPassword) : 'Password is required'
    const values = { token: tokenInAddress(), newPassword }
    const failed = "Couldn't save the password. Please try again."
    const faults = fault
      ? { newPassword: fault }
      : (await sendForm('/api/auth/reset-password', values, failed)).errors
    if (!Object.keys(faults).length) {
      // The reset ended all sessions, also one in this browser.
      if (canStore()) {
        forgetSession()
        leaveHint('Password updated. You can sign in now.')
      }
      location.replace(sitePath('/login'))
      return true
    }
    setErrors(faults)
    if (faults.newPassword) focusOn(form, 'newPassword')
    return false
  }

  if (incomplete || errors.token)
    return (
      <AuthMessage title="This link doesn't work">
        <p role="alert">
          {errors.token ?? 'This link is incomplete. Copy the full link from your email.'}
        </p>
        <p>
          <a className="button primary" href="/forgot-password">
            Request a new link
          </a>
        </p>
        <p>Were you invited? Ask the person who invited you to send the invitation again.</p>
      </AuthMessage>
    )
  return (
    <AuthForm
      title="Choose a password"
      about="You'll use this password to sign in."
      failure={errors.form}
      button="Save password"
      busyButton="Saving..."
      onSubmit={submit}
      below={<a href={sitePath('/login')}>Back to sign-in</a>}
    >
      <Field
        label="New password"
        htmlFor="newPassword"
        error={errors.newPassword}
        help={passwordHelp}
      >
        {(control) => <PasswordInput {...control} name="newPassword" autoComplete="new-password" />}
      </Field>
    </AuthForm>
  )
}
