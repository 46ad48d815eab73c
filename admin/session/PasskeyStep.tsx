import { AuthForm, AuthMessage } from '../ui/form/AuthForm.tsx'
import { supportsPasskeys } from './passkey-device.ts'

const title = 'Two-step sign-in'

/** The second step of the sign-in for people without an authenticator app. */
export function PasskeyStep({
  about,
  failure,
  onPasskey,
  onBack,
}: {
  /** What is right so far. */
  about: string
  failure: string | undefined
  /** Resolves to whether it was accepted. */
  onPasskey: () => Promise<boolean>
  onBack: () => void
}) {
  const back = (
    <button type="button" className="button quiet" onClick={onBack}>
      Start over
    </button>
  )
  if (!supportsPasskeys())
    return (
      <AuthMessage title={title}>
        <p>
          Your account asks for a passkey, which this browser can't use. Sign in with another
          browser or device, or ask an admin to reset your two-step sign-in.
        </p>
        <div>{back}</div>
      </AuthMessage>
    )
  return (
    <AuthForm
      title={title}
      about={`${about} Use your passkey to continue.`}
      failure={failure}
      button="Use a passkey"
      busyButton="Waiting for your passkey..."
      onSubmit={onPasskey}
      below={back}
    >
      <p className="help">If you no longer have it, ask an admin to reset your two-step sign-in.</p>
    </AuthForm>
  )
}
