import { useEffect, useState } from 'react'
import { loginErrors } from './lib/login-errors.ts'
import type { FormErrors } from './lib/send-form.ts'
import { storedPerson, takeDestination, takeHint, token } from './lib/session.ts'
import { signIn } from './lib/sign-in.ts'
import { EmailInput } from './ui/EmailInput.tsx'
import { EntryForm, focusOn } from './ui/EntryForm.tsx'
import { Field } from './ui/Field.tsx'
import { PasswordInput } from './ui/PasswordInput.tsx'

/** Lets the session reach local storage before the next page asks for it. */
const pause = 100
const home = '/backoffice'

/** The sign-in. */
export default function Login() {
  const [errors, setErrors] = useState<FormErrors<'email' | 'password'>>({})
  const [hint, setHint] = useState<string>()

  useEffect(() => {
    setHint(takeHint())
    if (token() && storedPerson()) location.replace(home)
  }, [])

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const email = String(typed.get('email') ?? '').trim()
    const password = String(typed.get('password') ?? '')
    let faults = loginErrors(email, password)
    if (!Object.keys(faults).length) {
      setErrors({})
      faults = await signIn(email, password)
    }
    if (!Object.keys(faults).length) {
      setTimeout(() => location.replace(takeDestination() ?? home), pause)
      return true
    }
    setErrors(faults)
    // After a refusal the password is what has to be typed again.
    focusOn(form, faults.email ? 'email' : 'password')
    return false
  }

  return (
    <EntryForm
      title="Sign in to your account"
      about="Access the admin panel"
      notice={hint}
      failure={errors.form}
      button="Sign in"
      busyButton="Signing in..."
      onSubmit={submit}
      below={<a href="/forgot-password">Forgot your password?</a>}
    >
      <EmailInput error={errors.email} />
      <Field label="Password" htmlFor="password" error={errors.password}>
        {(control) => <PasswordInput {...control} name="password" />}
      </Field>
    </EntryForm>
  )
}
