import { useEffect, useEffectEvent, useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { focusRecord } from '../focus-record.ts'
import type { Application } from '../queries.ts'
import styles from './Resumes.module.css'
import { ResumeView } from './ResumeView.tsx'

/**
 * The resume beside the letter. Until it is painted, the one before stays; then that of the next
 * application is rendered behind it, so that it appears at once.
 */
export function Resumes({
  current,
  upcoming,
  takesFocus = false,
}: {
  current: Application
  upcoming: Application | undefined
  /** Focuses the current one once it is ready. */
  takesFocus?: boolean
}) {
  const [settled, setSettled] = useState<number[]>([])
  const [earlier, setEarlier] = useState(current)
  const isSettled = settled.includes(current.id)
  if (isSettled && earlier !== current) setEarlier(current)
  // In the order in which they are shown: a frame that is moved within the document loads again.
  const applications = [
    ...(isSettled || earlier.id === current.id ? [] : [earlier]),
    current,
    ...(isSettled && upcoming?.resume_type && upcoming.id !== current.id ? [upcoming] : []),
  ]
  return (
    <div className={styles.stack} data-none={!current.resume_type || undefined}>
      {applications.map((application) => (
        <Resume
          key={application.id}
          application={application}
          hidden={application.id !== current.id}
          takesFocus={takesFocus && application.id === current.id}
          isEarlier={application === earlier && application.id !== current.id}
          onSettled={() => setSettled((ids) => [...ids, application.id])}
          onGone={() => setSettled((ids) => ids.filter((id) => id !== application.id))}
        />
      ))}
    </div>
  )
}

function Resume({
  application,
  hidden,
  takesFocus,
  isEarlier,
  onSettled,
  onGone,
}: {
  application: Application
  hidden: boolean
  takesFocus: boolean
  /** Shown until the current one is painted. */
  isEarlier: boolean
  onSettled: () => void
  onGone: () => void
}) {
  const { resume_type } = application
  const leave = useEffectEvent(onGone)
  useEffect(() => () => leave(), [])
  if (!resume_type) return null
  return (
    <section
      className={styles.resume}
      inert={hidden}
      data-earlier={isEarlier || undefined}
      aria-label={`${fullName(application)}'s resume`}
    >
      <ResumeView
        application={application}
        type={resume_type}
        takesFocus={takesFocus}
        onEscape={focusRecord}
        onSettled={onSettled}
      />
    </section>
  )
}
