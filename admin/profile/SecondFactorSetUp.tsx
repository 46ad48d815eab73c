import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { usePerson } from '../lib/hooks/use-person.ts'
import { usesPassword } from '../lib/session.ts'
import { beginSetUp, confirmSetUp, type Secret } from '../session/second-factor.ts'
import { ProofForm } from './ProofForm.tsx'
import styles from './SecondFactor.module.css'

const QrCode = lazy(() => import('../ui/QrCode.tsx'))

/** Steps: password, authenticator app, recovery codes (passed to `onDone`). */
export function SecondFactorSetUp({
  email,
  onDone,
  onCancel,
}: {
  email: string
  onDone: (codes: string[]) => void
  onCancel?: () => void
}) {
  const hasPassword = usesPassword(usePerson())
  const [secret, setSecret] = useState<Secret>()
  if (!secret)
    return (
      <ProofForm
        key="password"
        requires="password"
        email={email}
        action="Continue"
        failed="Failed to start"
        send={async ({ currentPassword }) => setSecret(await beginSetUp(currentPassword))}
        onCancel={onCancel}
      >
        {hasPassword && <p>Confirm it's you: enter your password first.</p>}
      </ProofForm>
    )
  return (
    <ProofForm
      key="code"
      requires="code"
      email={email}
      action="Turn on"
      failed="Failed to turn it on"
      send={async ({ code }) => onDone(await confirmSetUp(code))}
      onCancel={onCancel}
    >
      <Scan secret={secret} />
    </ProofForm>
  )
}

function Scan({ secret: { secret, address } }: { secret: Secret }) {
  const first = useRef<HTMLParagraphElement>(null)
  // The previous step has left the page, and the focus with it.
  useLayoutEffect(() => first.current?.focus(), [])
  return (
    <>
      <p ref={first} tabIndex={-1} className={styles.lead}>
        Scan this with an authenticator app on your phone, then enter the 6-digit code it shows.
      </p>
      <div className={`row wrap gap-5 ${styles.scan}`}>
        <div className={styles.frame}>
          <Suspense>
            <QrCode text={address} label="QR code for your authenticator app" />
          </Suspense>
        </div>
        <div>
          <p className="help">Can't scan it? Enter this key in the app:</p>
          <p className={styles.secret}>
            <code>{secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
        </div>
      </div>
    </>
  )
}
