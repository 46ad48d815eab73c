import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { profile, usePerson } from '../lib/hooks/use-person.ts'
import { keepPerson } from '../lib/session.ts'
import { supportsPasskeys } from '../session/passkey-device.ts'
import { useLogout } from '../session/use-logout.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Toaster } from '../ui/toast/Toaster.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'
import styles from './SetUpFirst.module.css'

/** Required two-step sign-in setup, in place of the screens. `codes` are the new recovery codes. */
export default function SetUpFirst({
  codes,
  onCodes,
}: {
  codes: string[] | undefined
  onCodes: (codes: string[] | undefined) => void
}) {
  const client = useQueryClient()
  const person = usePerson()
  const { logout } = useLogout()
  const [isAdding, setIsAdding] = useState(false)

  function goOn() {
    const { second_factor_missing: _, ...whole } = person
    keepPerson(whole)
    client.setQueryData(profile.queryKey, whole)
    // Earlier queries were refused with a 403.
    client.invalidateQueries()
    onCodes(undefined)
  }

  return (
    <main className={styles.screen}>
      <PageHeader
        title="Set up two-step sign-in"
        description="Your company requires two-step sign-in. Set it up to continue."
      />
      {codes ? (
        <RecoveryCodes codes={codes} action="Continue" onDone={goOn} />
      ) : (
        <SecondFactorSetUp email={person.email} onDone={onCodes} />
      )}
      {!codes && supportsPasskeys() && (
        <div className={styles.other}>
          <p>Or sign in with your fingerprint, face or PIN from now on:</p>
          <button type="button" className="button" onClick={() => setIsAdding(true)}>
            <KeyRound size={17} aria-hidden /> Add a passkey
          </button>
        </div>
      )}
      {isAdding && (
        <AddPasskey email={person.email} onAdded={goOn} onClose={() => setIsAdding(false)} />
      )}
      <button type="button" className={`button quiet ${styles.logout}`} onClick={logout}>
        <LogOut size={17} aria-hidden /> Logout
      </button>
      <Toaster />
    </main>
  )
}
