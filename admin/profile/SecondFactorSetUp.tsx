import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { beginSetUp, confirmSetUp, type Secret } from '../session/second-factor.ts'
import { ProofForm } from './ProofForm.tsx'
import styles from './SecondFactor.module.css'

/** Fetched only by who sets it up. */
const QrCode = lazy(() => import('./QrCode.tsx'))

/** The way from the password over the app to the recovery codes, which `onDone` gets. */
export function SecondFactorSetUp({
  email,
  onDone,
  onCancel,
}: {
  email: string
  onDone: (codes: string[]) => void
  onCancel?: () => void
}) {
  const [secret, setSecret] = useState<Secret>()
  if (!secret)
    return (
      <ProofForm
        key="password"
        asks="password"
        email={email}
        action="Continue"
        failed="Failed to begin"
        send={async ({ currentPassword }) => setSecret(await beginSetUp(currentPassword))}
        onCancel={onCancel}
      >
        <p>First your password, so that nobody else sets this up on a screen you left open.</p>
      </ProofForm>
    )
  return (
    <ProofForm
      key="code"
      asks="code"
      email={email}
      action="Turn on"
      failed="Failed to switch it on"
      send={async ({ code }) => onDone(await confirmSetUp(code))}
      onCancel={onCancel}
    >
      <Scan secret={secret} />
    </ProofForm>
  )
}

function Scan({ secret: { secret, address } }: { secret: Secret }) {
  const first = useRef<HTMLParagraphElement>(null)
  // The form before it is gone, and the focus with it.
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <p ref={first} tabIndex={-1} className={styles.lead}>
        Scan this with an authenticator app on your phone, then type the six digits that it shows.
      </p>
      <div className={styles.scan}>
        <div className={styles.frame}>
          <Suspense>
            <QrCode text={address} label="QR code for your authenticator app" />
          </Suspense>
        </div>
        <div>
          <p className="help">You cannot scan it? Type this key into the app:</p>
          <p className={styles.secret}>
            <code>{secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
        </div>
      </div>
    </>
  )
}
