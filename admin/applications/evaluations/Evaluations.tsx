import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import {
  scoreLabel,
  summaryOf,
  type Verdict,
  verdictLabel,
} from '#api/hiring/evaluations/contract/verdict.ts'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Loaded } from '../../ui/States.tsx'
import { reviewersQuery } from '../conversation/comments.ts'
import type { Application } from '../queries.ts'
import styles from './Evaluations.module.css'
import { draftName, OwnForm, useWaive } from './OwnForm.tsx'
import {
  type Evaluation,
  evaluationsQuery,
  isShown,
  type Own,
  ownEvaluationQuery,
} from './queries.ts'

/** One's own evaluation, and below it those of others, once it is in or was skipped. */
export function Evaluations({ application: { id, legal_hold } }: { application: Application }) {
  const own = useQuery(ownEvaluationQuery(id))
  const { data: reviewers } = useQuery(reviewersQuery(id))
  const others = own.data
    ? own.data.evaluation.given - (own.data.evaluation.verdict === null ? 0 : 1)
    : 0
  const isAlone = reviewers?.length === 1 && others <= 0
  const isLine =
    isAlone && own.data?.evaluation.verdict === null && !own.data.evaluation.criteria.length
  const [isLooking, setIsLooking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasHidden = useRef(false)
  const sees = isLooking || (own.data !== undefined && isShown(own.data))
  // The button that was pressed is gone with what was hidden.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body
    if (sees && isLost && wasHidden.current) heading.current?.focus({ preventScroll: true })
    wasHidden.current = own.data !== undefined && !sees
  }, [sees, own.data])
  return (
    <section aria-labelledby="evaluations" className={`stack ${styles.evaluations}`}>
      <h2
        ref={heading}
        id="evaluations"
        tabIndex={-1}
        className={isLine ? 'visually-hidden' : styles.title}
      >
        Evaluations
      </h2>
      <Loaded query={own} failed="Failed to load your evaluation" rows={2}>
        {(data) => (
          <>
            <Mine id={id} own={data} isHeld={legal_hold !== null} isLine={isLine} />
            {isAlone ? null : isShown(data) ? (
              <Others id={id} />
            ) : isLooking ? (
              <Others id={id} isLook />
            ) : (
              <Hidden id={id} own={data} onLook={() => setIsLooking(true)} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Mine({
  id,
  own,
  isHeld,
  isLine,
}: {
  id: number
  own: Own
  isHeld: boolean
  /** Nobody else evaluates, and nothing but the verdict is asked. */
  isLine: boolean
}) {
  const { evaluation } = own
  const isGiven = evaluation.verdict !== null
  const person = usePerson()
  const [isOpen, setIsOpen] = useState(() => readDraft(draftKey(person.id, draftName(id))) !== null)
  const [said, setSaid] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  // The button that was pressed is gone with the form.
  useLayoutEffect(() => {
    if (!returnsFocus.current || !button.current) return
    button.current.focus()
    returnsFocus.current = false
  })
  function open() {
    setSaid('')
    setIsOpen(true)
  }
  function close(message = '') {
    returnsFocus.current = true
    setSaid(message)
    setIsOpen(false)
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {isOpen || !isShown(own) ? (
        <OwnForm
          id={id}
          own={own}
          isLine={isLine}
          onTyped={open}
          onSaved={() => close('Your evaluation was saved')}
        >
          {isShown(own) && (
            <button type="button" className="button quiet" onClick={() => close()}>
              Close
            </button>
          )}
        </OwnForm>
      ) : (
        <div className={`stack gap-2 ${styles.mine}`}>
          {isGiven ? (
            <One {...evaluation} name="Yours" at={evaluation.updated_at} />
          ) : (
            <p className={styles.none}>You chose to see those of others first.</p>
          )}
          {isGiven && isHeld ? (
            <p className="help">On legal hold: it can’t be changed.</p>
          ) : (
            <button ref={button} type="button" className="button small" onClick={open}>
              {isGiven ? 'Change yours' : 'Give yours'}
            </button>
          )}
        </div>
      )}
    </>
  )
}

/** What is hidden, and the ways to see it. */
function Hidden({ id, own, onLook }: { id: number; own: Own; onLook: () => void }) {
  const isAdmin = may(usePerson(), 'admin')
  const { mutateAsync } = useWaive(id)
  const [isAsking, setIsAsking] = useState(false)

  async function skip() {
    await mutateAsync(own)
  }

  const { given } = own.evaluation
  return (
    <div className={styles.hidden}>
      <p className="meta" id="evaluations-hidden">
        {given
          ? `${given} ${given === 1 ? 'evaluation' : 'evaluations'}, hidden until yours.`
          : 'Others’ evaluations stay hidden until yours is saved.'}
        {isAdmin && <span>{' As an admin you can look; the activity log records it.'}</span>}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className="button quiet small"
          aria-describedby="evaluations-hidden"
          onClick={() => setIsAsking(true)}
        >
          See others without giving mine (this is recorded)
        </button>
        {isAdmin && (
          <button
            type="button"
            className="button quiet small"
            aria-describedby="evaluations-hidden"
            onClick={onLook}
          >
            Look as an admin
          </button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title="See others without giving yours?"
          message="They are hidden so that each is independent. This can’t be undone. You can still give yours later; it will say that you had seen the others."
          action="See others"
          onConfirm={skip}
          onClose={() => setIsAsking(false)}
          danger={false}
        />
      )}
    </div>
  )
}

function Others({ id, isLook = false }: { id: number; isLook?: boolean }) {
  const me = usePerson()
  const all = useQuery(evaluationsQuery(id, { isLook }))
  return (
    <Loaded query={all} failed="Failed to load the evaluations" rows={2}>
      {(data) => {
        const others = data.filter(({ user_id }) => user_id !== me.id)
        return (
          <div className={styles.others}>
            {others.length > 0 && (
              <p className={styles.summary}>
                <span className="visually-hidden">All evaluations: </span>
                {summaryOf(data.map(({ verdict }) => verdict))}
              </p>
            )}
            {others.length ? (
              <ul className="stack gap-2">
                {others.map((one) => (
                  <li key={one.id}>
                    <One {...one} name={one.author_name} at={one.updated_at} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className={styles.none}>Nobody else has evaluated this application yet.</p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

type Shown = Pick<Evaluation, 'text' | 'waived'> & {
  name: string
  at: string | null
  verdict: Verdict | null
  criteria: { name: string; score: Verdict | null }[]
}

function One({ name, at, verdict, waived, text, criteria }: Shown) {
  const scored = criteria.filter(({ score }) => score !== null)
  return (
    <article className={`stack gap-2 ${styles.one}`} aria-label={name}>
      <p className={`row wrap ${styles.line}`}>
        <strong dir="auto">{name}</strong>
        {verdict && <VerdictBadge verdict={verdict} />}
        {waived && <span className={styles.faint}>after seeing the others</span>}
        {at && (
          <span className={styles.at}>
            <Moment at={at} />
          </span>
        )}
      </p>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {scored.length > 0 && (
        <dl className={`line wrap ${styles.scores}`}>
          {scored.map(({ name, score }) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd>{score && scoreLabel[score]}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

const VerdictBadge = ({ verdict }: { verdict: Verdict }) => {
  const Icon = verdict > 2 ? ThumbsUp : ThumbsDown
  return (
    <span className={`badge ${verdict > 2 ? 'green' : 'red'}`}>
      <Icon size={14} aria-hidden /> {verdictLabel[verdict]}
    </span>
  )
}
