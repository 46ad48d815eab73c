import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { languageName } from '../../lib/text/language-name.ts'
import { noLink } from '../no-link.ts'
import type { Application } from '../queries.ts'
import { type Reads, useReads } from '../use-candidate-language.ts'
import { AskForDocument } from './AskForDocument.tsx'
import styles from './Composer.module.css'
import { type Kind, useOpened } from './open-composer.ts'
import { WriteComment } from './WriteComment.tsx'
import { WriteMessage } from './WriteMessage.tsx'

const WriteEmail = lazy(() => import('./WriteEmail.tsx'))

const kinds: Kind[] = ['message', 'email', 'comment']
const labels: Record<Kind, string> = {
  message: 'Message',
  email: 'Email',
  comment: 'Comment for the team',
}

/** The id of what gets the focus. */
const fieldIds: Record<Kind, string> = {
  message: 'new-message',
  email: 'subject',
  comment: 'new-comment',
}

/** Where a message, an email and a comment are written; each keeps what was typed. */
export function Composer({
  application,
  onSent,
}: {
  application: Application
  /** Called once something new is in the conversation. */
  onSent: () => void
}) {
  const { id } = application
  const person = usePerson()
  const reads = useReads(application)
  const [kind, setKind] = useState<Kind>(
    () => kinds.find((one) => readDraft(draftKey(person.id, `${one}-${id}`)) !== null) ?? 'message',
  )
  const [hasEmail, setHasEmail] = useState(kind === 'email')
  const [isAsking, setIsAsking] = useState(false)
  const [focusing, setFocusing] = useState(0)
  const root = useRef<HTMLElement>(null)

  function choose(chosen: Kind) {
    setKind(chosen)
    setIsAsking(false)
    if (chosen === 'email') setHasEmail(true)
  }
  useOpened((wanted) => {
    choose(wanted)
    setFocusing((before) => before + 1)
  })
  const focus = useEffectEvent(() => {
    if (!focusing) return
    root.current?.scrollIntoView({ block: 'nearest' })
    document.getElementById(fieldIds[kind])?.focus()
  })
  // Once it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is asked for
  useEffect(() => focus(), [focusing])
  function stopAsking() {
    setIsAsking(false)
    setFocusing((before) => before + 1)
  }

  const menu = { application, onAsk: () => setIsAsking(true) }
  return (
    <section ref={root} className={`stack gap-2 ${styles.composer}`} aria-label="Write">
      <div className={`between wrap ${styles.head}`}>
        <fieldset className="segments">
          <legend className="visually-hidden">What to write</legend>
          {kinds.map((one) => (
            <label key={one} className="pick">
              <input
                type="radio"
                name={`composer-${id}`}
                checked={one === kind}
                onChange={() => choose(one)}
              />
              {labels[one]}
            </label>
          ))}
        </fieldset>
        <p className="meta" id="composer-readers">
          {readersOf(kind, application, reads)}
        </p>
      </div>
      {isAsking && <AskForDocument application={application} onClose={stopAsking} />}
      <div hidden={isAsking || kind !== 'message'}>
        <WriteMessage application={application} menu={menu} onSent={onSent} />
      </div>
      {hasEmail && (
        <div hidden={isAsking || kind !== 'email'}>
          <Suspense>
            <WriteEmail
              application={application}
              menu={menu}
              onSent={onSent}
              autoFocus={focusing > 0 && kind === 'email'}
            />
          </Suspense>
        </div>
      )}
      <div hidden={isAsking || kind !== 'comment'}>
        <WriteComment application={application} onSent={onSent} />
      </div>
    </section>
  )
}

function readersOf(
  kind: Kind,
  { first_name, email, gets_links }: Application,
  reads: Reads | undefined,
) {
  const language = reads ? ` Reads ${languageName(reads.language)}.` : ''
  switch (kind) {
    case 'message':
      return gets_links
        ? `${first_name} and your team read it; ${first_name} on the private page.${language}`
        : `${first_name} gets it by email and answers by email: ${noLink}.${language}`
    case 'email':
      return `To ${email}. Your team reads it here.${language}`
    case 'comment':
      return 'Only your team reads it.'
  }
}
