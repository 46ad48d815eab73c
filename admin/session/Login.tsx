import { useEffect, useState } from 'react'
import { canStore, storedPerson, takeDestination, takeHint, token } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'
import { backOfficePath } from '../paths.ts'
import { AuthForm, focusOn } from '../ui/form/AuthForm.tsx'
import { EmailInput } from '../ui/form/EmailInput.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { StorageBlocked } from '../ui/StorageBlocked.tsx'
import { CodeStep } from './CodeStep.tsx'
import { loginErrors } from './login-errors.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { supportsPasskeys } from './passkey-device.ts'
import {
  type Asks,
  type Credentials,
  type SignInErrors,
  signIn,
  signInByPasskey,
} from './sign-in.ts'

/** In ms. Lets the session reach local storage before the next page reads it. */
const pause = 100
const home = () => sitePath(backOfficePath)

export default function Login() {
  const [errors, setErrors] = useState<SignInErrors>({})
  const [hint, setHint] = useState<string>()
  /** Accepted email and password, while a code or passkey is missing. */
  const [proven, setProven] = useState<Credentials>()
  const [lacks, setLacks] = useState<Asks>()
  const [hasPasskeys, setHasPasskeys] = useState(false)
  const [isBlocked, setIsBlocked] = useState(false)

  useEffect(() => {
    if (!canStore()) return setIsBlocked(true)
    setHint(takeHint())
    setHasPasskeys(supportsPasskeys())
    if (token() && storedPerson()) location.replace(home())
  }, [])

  /** Resolves to whether sign-in succeeded; the page is then about to redirect. */
  async function enter(credentials: Credentials) {
    setErrors({})
    const { errors: faults, asks } = await signIn(credentials)
    if (!Object.keys(faults).length) return leave()
    const { code, ...right } = credentials
    const isProven = asks !== undefined && asks !== 'password'
    if (asks) setProven(isProven ? right : undefined)
    setLacks(asks)
    // The first request for a code is not an error.
    setErrors(isProven && code === undefined ? {} : faults)
    return false
  }

  function leave() {
    setTimeout(() => location.replace(takeDestination() ?? home()), pause)
    return true
  }

  /** Resolves like `enter`. */
  async function enterByPasskey() {
    setErrors({})
    const failure = await signInByPasskey()
    if (failure === undefined) return leave()
    setErrors({ form: failure })
    return false
  }

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const email = String(typed.get('email') ?? '').trim()
    const password = String(typed.get('password') ?? '')
    const faults = loginErrors(email, password)
    if (!Object.keys(faults).length && (await enter({ email, password }))) return true
    if (Object.keys(faults).length) setErrors(faults)
    // After a failed sign-in, the password has to be entered again.
    focusOn(form, faults.email ? 'email' : 'password')
    return false
  }

  if (isBlocked) return <StorageBlocked />
  function startOver() {
    setErrors({})
    setProven(undefined)
  }
  if (proven && lacks === 'passkey')
    return <PasskeyStep failure={errors.form} onPasskey={enterByPasskey} onBack={startOver} />
  if (proven)
    return (
      <CodeStep
        errors={errors}
        onCode={(code) => enter({ ...proven, code })}
        onPasskey={lacks === 'either' && hasPasskeys ? enterByPasskey : undefined}
        onBack={startOver}
      />
    )
  return (
    <AuthForm
      title="Sign in to your account"
      about="Access the admin panel"
      notice={hint}
      failure={errors.form}
      button="Sign in"
      busyButton="Signing in..."
      onSubmit={submit}
      below={
        <>
          <a href="/forgot-password">Forgot your password?</a>
          {hasPasskeys && <PasskeyButton onPasskey={enterByPasskey} />}
        </>
      }
    >
      <EmailInput error={errors.email} />
      <Field label="Password" htmlFor="password" error={errors.password}>
        {(control) => <PasswordInput {...control} name="password" />}
      </Field>
    </AuthForm>
  )
}
