import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { daysOfNotice } from '#api/accounts/tokens/contract/scopes.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatDate, formatDay } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { type ApiToken, revokeToken, tokensQuery } from './queries.ts'
import { scopeWords } from './scope-words.ts'
import styles from './Tokens.module.css'

const dayMs = 86_400_000

/** One's own tokens; for admins those of everyone, with the name of the person they act for. */
export function Tokens() {
  const tokens = useQuery(tokensQuery)
  return (
    <section className="narrow">
      <h2 id="tokens" tabIndex={-1}>
        Tokens
      </h2>
      <Loaded query={tokens} failed="Failed to load the tokens" rows={2}>
        {(rows) =>
          rows.length ? (
            <ul className={styles.list} aria-label="Tokens">
              {rows.map((token) => (
                <Row key={token.id} token={token} />
              ))}
            </ul>
          ) : (
            <Empty icon={KeyRound} title="No tokens yet">
              A token lets a program, such as an HR system or a script, act as you.
            </Empty>
          )
        }
      </Loaded>
    </section>
  )
}

/** How far it is from its end, if that is worth a word. */
function expiry(expires_at: string, now = Date.now()): { word: string; color: string } | undefined {
  const left = Date.parse(expires_at) - now
  if (left <= 0) return { word: 'Expired', color: 'red' }
  if (left > daysOfNotice * dayMs) return undefined
  const days = Math.ceil(left / dayMs)
  return { word: days === 1 ? 'Expires in a day' : `Expires in ${days} days`, color: 'yellow' }
}

function Row({ token }: { token: ApiToken }) {
  const { name, scopes, expires_at, last_used_on, user_id, user_name } = token
  const me = usePerson()
  const [asks, setAsks] = useState(false)
  const end = expiry(expires_at)
  return (
    <li className={`between wrap ${styles.row}`}>
      <div className={`stack gap-1 ${styles.text}`}>
        <p className="row wrap">
          <strong className={styles.name} dir="auto">
            {name}
          </strong>
          {end && <span className={`badge ${end.color}`}>{end.word}</span>}
        </p>
        <p className="note">{scopeWords(scopes)}</p>
        <p className={`meta tabular ${styles.facts}`}>
          {user_id !== me.id && <span dir="auto">{`Acts as ${user_name}`}</span>}
          <span>{last_used_on ? `Last used ${formatDay(last_used_on)}` : 'Never used'}</span>
          <time dateTime={expires_at}>
            {`${end?.word === 'Expired' ? 'Expired' : 'Expires'} ${formatDate(expires_at)}`}
          </time>
        </p>
      </div>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Revoke ${name}`}
        onClick={() => setAsks(true)}
      >
        Revoke…
      </button>
      {asks && <Revoke token={token} onClose={() => setAsks(false)} />}
    </li>
  )
}

function Revoke({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const client = useQueryClient()
  async function revoke() {
    await revokeToken(id)
    toast({ message: `“${name}” was revoked`, kind: 'done' })
    // The focused row is gone: focus the heading above the list.
    onClose()
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey })
    document.getElementById('tokens')?.focus({ preventScroll: true })
  }
  return (
    <Confirm
      title={`Revoke “${name}”?`}
      message={<p>Programs that use this token stop working at once. This can’t be undone.</p>}
      action="Revoke"
      busyAction="Revoking..."
      failed="The token was not revoked"
      onConfirm={revoke}
      onClose={onClose}
    />
  )
}
