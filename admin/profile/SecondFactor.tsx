import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { profile } from '../lib/hooks/use-person.ts'
import { formatDate } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { sessionsQuery } from '../session/account.ts'
import {
  renewCodes,
  type SecondFactorStatus,
  secondFactorQuery,
  turnOff,
} from '../session/second-factor.ts'
import { Loaded } from '../ui/States.tsx'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'

type Task = 'set-up' | 'renew' | 'off'

export function SecondFactor({ email }: { email: string }) {
  const client = useQueryClient()
  const status = useQuery(secondFactorQuery)
  const { data } = status
  const [task, setTask] = useState<Task>()
  const [codes, setCodes] = useState<string[]>()
  const [acted, setActed] = useState(false)

  const end = () => setTask(undefined)
  function changed() {
    end()
    for (const { queryKey } of [secondFactorQuery, sessionsQuery, profile])
      client.invalidateQueries({ queryKey })
  }
  function received(given: string[]) {
    setCodes(given)
    changed()
  }

  if (codes)
    return (
      <RecoveryCodes codes={codes} action="I've saved them" onDone={() => setCodes(undefined)} />
    )
  if (!data) return <Loaded query={status} failed="Failed to load your two-step sign-in" rows={1} />
  if (task === 'set-up') return <SecondFactorSetUp email={email} onDone={received} onCancel={end} />
  if (task === 'renew')
    return (
      <ProofForm
        requires="both"
        email={email}
        action="Make new codes"
        failed="Failed to make new codes"
        send={async (proof) => received(await renewCodes(proof))}
        onCancel={end}
      >
        <p>New codes replace your old ones.</p>
      </ProofForm>
    )
  if (task === 'off')
    return (
      <ProofForm
        requires="both"
        email={email}
        action="Turn off"
        failed="Failed to turn it off"
        danger
        send={async (proof) => {
          await turnOff(proof)
          changed()
          toast({ message: 'Two-step sign-in is off', kind: 'done' })
        }}
        onCancel={end}
      >
        <p>
          {data.passkeys
            ? "You'll sign in with your passkey. Your recovery codes no longer work."
            : "You'll sign in without a code from your phone."}
          {data.required && !data.passkeys && (
            <span>{" Your company requires it, so you'll be asked to set it up again."}</span>
          )}
        </p>
      </ProofForm>
    )
  function start(next: Task) {
    setActed(true)
    setTask(next)
  }
  return <Status status={data} onTask={start} isBack={acted} />
}

function Status({
  status,
  onTask,
  isBack,
}: {
  status: SecondFactorStatus
  onTask: (task: Task) => void
  /** Back from a task: restore the focus. */
  isBack: boolean
}) {
  const words = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    if (isBack) words.current?.focus()
  }, [isBack])
  const { confirmed_at, recovery_codes_left: left, passkeys } = status
  const button = (task: Task, label: string, look = '') => (
    <button type="button" className={`button ${look}`} onClick={() => onTask(task)}>
      {label}
    </button>
  )
  if (!confirmed_at && passkeys)
    return (
      <div className="stack gap-5">
        <p ref={words} tabIndex={-1} className={styles.lead}>
          <span className="badge green">On</span> By passkey: your password alone isn't enough. With
          an authenticator app you'd also have recovery codes, should you lose the passkey.
        </p>
        <div className={`line wrap gap-3 ${styles.actions}`}>
          {button('set-up', 'Set up an app')}
        </div>
      </div>
    )
  if (!confirmed_at)
    return (
      <div className="stack gap-5">
        <p ref={words} tabIndex={-1} className={styles.lead}>
          <span className="badge">Off</span> Add a code from your phone when you sign in, so a
          stolen password isn't enough.
        </p>
        <div className={`line wrap gap-3 ${styles.actions}`}>{button('set-up', 'Set up')}</div>
      </div>
    )
  return (
    <div className="stack gap-5">
      <p ref={words} tabIndex={-1} className={styles.lead}>
        <span className="badge green">On</span> Since{' '}
        <time dateTime={confirmed_at}>{formatDate(confirmed_at)}</time>. {remaining(left)}
      </p>
      {left < 3 && <p className="notice">You're running low on recovery codes.</p>}
      <div className={`line wrap gap-3 ${styles.actions}`}>
        {button('off', 'Turn off', 'quiet')}
        {button('renew', 'Make new recovery codes')}
      </div>
    </div>
  )
}

const remaining = (left: number) =>
  left === 1 ? 'One recovery code remains.' : `${left || 'No'} recovery codes remain.`
