import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatDate } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Loaded } from '../ui/States.tsx'
import { disconnect, type Identity, identitiesOfQuery, nameOf } from './identities.ts'
import { type User, usersKey } from './queries.ts'

/** The accounts at the company's provider that sign in as this user. For admins. */
export function IdentityRows({ user }: { user: User }) {
  const { role, company_sign_in } = usePerson()
  return role === 'admin' && company_sign_in ? <Rows user={user} /> : null
}

function Rows({ user }: { user: User }) {
  const list = useQuery(identitiesOfQuery(user.id))
  const [asking, setAsking] = useState<Identity>()
  const client = useQueryClient()

  async function end(identity: Identity) {
    await disconnect(identity.id)
    toast({ message: `${fullName(user)}'s company sign-in was disconnected`, kind: 'done' })
    await client.invalidateQueries({ queryKey: [...usersKey, 'identities'] })
  }

  return (
    <div className="field">
      <span className="label">Company sign-in</span>
      <Loaded query={list} failed="Failed to load their company sign-in" rows={1}>
        {(identities) =>
          identities.length ? (
            <ul className="stack gap-2">
              {identities.map((identity) => (
                <li key={identity.id} className="row wrap gap-3">
                  <span className="badge green">Connected</span>
                  <span>{identity.email ?? nameOf(identity)}</span>
                  {identity.last_used_on && (
                    <span className="meta">Last used {formatDate(identity.last_used_on)}</span>
                  )}
                  <button
                    type="button"
                    className="button small"
                    aria-label={`Disconnect ${identity.email ?? nameOf(identity)}`}
                    onClick={() => setAsking(identity)}
                  >
                    Disconnect
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="help">Connected at their first sign-in with a verified address.</p>
          )
        }
      </Loaded>
      {asking && (
        <Confirm
          title="Disconnect the company sign-in?"
          message={`${fullName(user)} is signed out where they signed in with it, and can't use it again until an admin connects it under Users, Waiting for You.`}
          action="Disconnect"
          onConfirm={() => end(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
