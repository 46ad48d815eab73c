import { useLayoutEffect, useRef, useState } from 'react'
import { AuthForm, focusOn } from '../ui/form/AuthForm.tsx'
import { CodeInput } from '../ui/form/CodeInput.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import type { SignInErrors } from './sign-in.ts'

const words = {
  app: {
    about: 'Enter the 6-digit code from your authenticator app.',
    label: 'Code',
    missing: 'Enter the code from your authenticator app',
    other: 'Use a recovery code',
  },
  recovery: {
    about: 'Enter one of your recovery codes. Each works once.',
    label: 'Recovery code',
    missing: 'Enter one of your recovery codes',
    other: 'Use the authenticator app',
  },
}

/** The second step of the sign-in. `onCode` resolves to whether the code was accepted. */
export function CodeStep({
  errors,
  onCode,
  onPasskey,
  onBack,
}: {
  errors: SignInErrors
  onCode: (code: string) => Promise<boolean>
  /** Signs in with a passkey instead, where the person has one. */
  onPasskey?: (() => Promise<boolean>) | undefined
  onBack: () => void
}) {
  const [kind, setKind] = useState<keyof typeof words>('app')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { about, label, missing: nothing, other } = words[kind]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind has a field of its own
  useLayoutEffect(() => input.current?.focus(), [kind])

  async function submit(form: HTMLFormElement) {
    const code = input.current?.value.trim() ?? ''
    setMissing(!code)
    if (code && (await onCode(code))) return true
    focusOn(form, 'code')
    return false
  }

  return (
    <AuthForm
      title="Two-step sign-in"
      about={about}
      failure={errors.form}
      button="Sign in"
      busyButton="Signing in..."
      onSubmit={submit}
      below={
        <>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              setMissing(false)
              setKind(kind === 'app' ? 'recovery' : 'app')
            }}
          >
            {other}
          </button>
          {onPasskey && <PasskeyButton onPasskey={onPasskey} />}
          <button type="button" className="button quiet" onClick={onBack}>
            Start over
          </button>
        </>
      }
    >
      <Field label={label} htmlFor="code" error={missing ? nothing : errors.code}>
        {(control) => (
          <CodeInput
            {...control}
            key={kind}
            ref={input}
            name="code"
            anyKind={kind === 'recovery'}
          />
        )}
      </Field>
    </AuthForm>
  )
}
