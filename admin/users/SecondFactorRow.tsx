import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { resetSecondFactor, type User, userListKey } from './queries.ts'

/** The state of the user's two-step sign-in, with Reset for a lost phone. */
export function SecondFactorRow({ user }: { user: User }) {
  const client = useQueryClient()
  const [isOn, setOn] = useState(user.second_factor)
  const [asking, setAsking] = useState(false)

  async function reset() {
    await resetSecondFactor(user.id)
    setOn(false)
    client.invalidateQueries({ queryKey: userListKey })
    toast({ message: `${fullName(user)}'s two-step sign-in was reset`, kind: 'done' })
  }

  return (
    <div className="field">
      <span className="label">Two-step sign-in</span>
      <div className="row gap-3">
        <span className={`badge ${isOn ? 'green' : ''}`}>{isOn ? 'On' : 'Off'}</span>
        {isOn && (
          <button type="button" className="button small" onClick={() => setAsking(true)}>
            Reset
          </button>
        )}
      </div>
      {asking && (
        <Confirm
          title="Reset two-step sign-in?"
          message={`Use this if ${fullName(user)} has lost their phone or passkey. Their authenticator app and passkeys are removed, and they'll be signed out. They can sign in with just their password until they set it up again.`}
          action="Reset"
          onConfirm={reset}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
