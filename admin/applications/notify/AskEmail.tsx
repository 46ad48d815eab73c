import { useRef, useState } from 'react'
import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { toast } from '../../lib/toasts.ts'
import { focusRecord } from '../focus-record.ts'
import styles from './DecisionSentence.module.css'
import { useOwnChoice, useSiteChoice } from './use-decision-email.ts'
import { notifyWhen } from './words.ts'

/** Asks once whether decisions email candidates; until then, they don't. */
export function AskEmail() {
  const site = useSiteChoice()
  const own = useOwnChoice()
  const root = useRef<HTMLDivElement>(null)
  const [isForMe, setIsForMe] = useState(false)
  const isForAll = site.mayChange && !isForMe
  function choose(tell: Tell) {
    const whose = isForAll ? 'Decisions' : 'Your decisions'
    const { choose } = isForAll ? site : own
    choose(tell, () => {
      // The button pressed is gone then.
      if (root.current?.contains(document.activeElement)) focusRecord()
      toast({
        message:
          tell === 'never'
            ? `${whose} send no email from now on.`
            : `${whose} email candidates ${notifyWhen[tell]} from now on.`,
        kind: 'done',
      })
    })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: within a line
    <div ref={root} role="group" aria-label="Email candidates" className={styles.ask}>
      <span>
        Email<span className={styles.whom}> candidates</span>:
      </span>
      {tells.map((tell, n) => (
        <span key={tell}>
          {n > 0 && <span>· </span>}
          <button type="button" className={styles.answer} onClick={() => choose(tell)}>
            {notifyWhen[tell]}
          </button>
        </span>
      ))}
      {site.mayChange && (
        <select
          className={styles.scope}
          aria-label="For whom"
          value={isForMe ? 'me' : 'all'}
          onChange={({ target }) => setIsForMe(target.value === 'me')}
        >
          <option value="all">for all</option>
          <option value="me">for me</option>
        </select>
      )}
    </div>
  )
}
