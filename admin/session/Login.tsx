import { useEffect, useEffectEvent, useState } from 'react'
import { canStore, storedPerson, takeDestination, takeHint, token } from '../lib/session.ts'
import { sitePath } from '../lib/site-address.ts'
import { backOfficePath } from '../paths.ts'
import { AuthForm, AuthMessage, focusOn } from '../ui/form/AuthForm.tsx'
import { EmailInput } from '../ui/form/EmailInput.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { StorageBlocked } from '../ui/StorageBlocked.tsx'
import { CodeStep } from './CodeStep.tsx'
import {
  comesFromCompany,
  companySignInPath,
  failureSentence,
  finishCompanySignIn,
} from './company.ts'
import { loginErrors } from './login-errors.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { supportsPasskeys } from './passkey-device.ts'
import {
  type Asks,
  type Credentials,
  type SignInErrors,
  signChallenge,
  signIn,
  signInByPasskey,
} from './sign-in.ts'

/** In ms. Lets the session reach local storage before the next page reads it. */
const pause = 100
const home = () => sitePath(backOfficePath)

/** Where the company's sign-in is set up, `company` is who to sign in with. */
export default function Login({ company = null }: { company?: string | null }) {
  const label = company ?? 'your company'
  const [errors, setErrors] = useState<SignInErrors>({})
  const [hint, setHint] = useState<string>()
  /** Accepted email and password, while a code or passkey is missing. */
  const [proven, setProven] = useState<Credentials>()
  const [lacks, setLacks] = useState<Asks>()
  const [hasPasskeys, setHasPasskeys] = useState(false)
  const [isBlocked, setIsBlocked] = useState(false)
  /** Back from the company's provider: signing in, or what is missing. */
  const [arrival, setArrival] = useState<'busy' | Asks>()

  const begin = useEffectEvent(() => {
    if (!canStore()) return setIsBlocked(true)
    setHint(takeHint())
    setHasPasskeys(supportsPasskeys())
    const arrived = comesFromCompany()
    if (arrived?.failure) setErrors({ form: failureSentence(arrived.failure, label) })
    else if (arrived) enterWithCompany()
    else if (token() && storedPerson()) location.replace(home())
  })
  useEffect(() => begin(), [])

  /** Resolves to whether sign-in succeeded; the page is then about to redirect. */
  async function enterWithCompany(code?: string) {
    setErrors({})
    if (code === undefined) setArrival('busy')
    const { errors: faults, asks } = await finishCompanySignIn(code === undefined ? {} : { code })
    if (!Object.keys(faults).length) return leave()
    setArrival(asks)
    setErrors(asks && code === undefined ? {} : faults)
    return false
  }

  /** The second step after the company's sign-in, whose session it becomes. Resolves like it. */
  async function enterWithCompanyAndPasskey() {
    setErrors({})
    const device = await signChallenge()
    if ('reason' in device) {
      setErrors({ form: device.reason })
      return false
    }
    const { errors: faults } = await finishCompanySignIn({ passkey: device.made })
    if (!Object.keys(faults).length) return leave()
    setErrors(faults)
    return false
  }

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
    setArrival(undefined)
  }
  if (arrival === 'busy')
    return (
      <AuthMessage title="Signing in...">
        <p>One moment. You come from {label}.</p>
      </AuthMessage>
    )
  const isArrival = arrival === 'passkey'
  if (isArrival || (proven && lacks === 'passkey'))
    return (
      <PasskeyStep
        about={isArrival ? `You have signed in with ${label}.` : 'Your password is right.'}
        failure={errors.form}
        onPasskey={isArrival ? enterWithCompanyAndPasskey : enterByPasskey}
        onBack={startOver}
      />
    )
  if (arrival)
    return (
      <CodeStep
        errors={errors}
        onCode={enterWithCompany}
        onPasskey={arrival === 'either' && hasPasskeys ? enterWithCompanyAndPasskey : undefined}
        onBack={startOver}
      />
    )
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
      above={
        company !== null && (
          <a className="button" href={sitePath(companySignInPath)}>
            Sign in with {company}
          </a>
        )
      }
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
