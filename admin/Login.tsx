import { useEffect, useState } from 'react'
import styles from './Login.module.css'
import { focusFirst, type LoginErrors, loginErrors } from './lib/login-errors.ts'
import { storedPerson, takeDestination, token } from './lib/session.ts'
import { signIn } from './lib/sign-in.ts'
import { Field } from './ui/Field.tsx'
import { PasswordInput } from './ui/PasswordInput.tsx'

/** Lets the session reach local storage before the next page asks for it. */
const pause = 100
const home = '/backoffice'

/** The sign-in. Rendered on the server too, with a button that waits: sent before its script is there, the form would come back empty. */
export default function Login() {
  const [hydrated, setHydrated] = useState(false)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<LoginErrors>({})

  useEffect(() => {
    setHydrated(true)
    if (token() && storedPerson()) location.replace(home)
  }, [])

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const email = String(typed.get('email') ?? '').trim()
    const password = String(typed.get('password') ?? '')
    let faults = loginErrors(email, password)
    if (!Object.keys(faults).length) {
      setBusy(true)
      setErrors({})
      faults = await signIn(email, password)
    }
    if (!Object.keys(faults).length) {
      setTimeout(() => location.replace(takeDestination() ?? home), pause)
      return
    }
    setBusy(false)
    setErrors(faults)
    focusFirst(form, faults)
  }

  return (
    <div className={styles.login}>
      <h1>Sign in to your account</h1>
      <p className={styles.sub}>Access the admin panel</p>
      <form
        method="post"
        action="/login"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) submit(event.currentTarget)
        }}
      >
        {errors.form && (
          <div className="notice red" role="alert">
            <strong>{errors.form}</strong>
          </div>
        )}
        <Field label="Email" htmlFor="email" error={errors.email}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <Field label="Password" htmlFor="password" error={errors.password}>
          {(control) => <PasswordInput {...control} name="password" />}
        </Field>
        <button type="submit" className="button primary" disabled={!hydrated} aria-disabled={busy}>
          {busy ? 'Signing in...' : 'Sign in'}
        </button>
      </form>
    </div>
  )
}
