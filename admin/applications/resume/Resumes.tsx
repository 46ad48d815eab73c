import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/http/contract/text.ts'
import type { Application } from '../queries.ts'
import { ResumePreview } from './ResumePreview.tsx'
import styles from './Resumes.module.css'
import { ResumeView } from './ResumeView.tsx'

const leaveResume = () => document.querySelector<HTMLElement>('main h1')?.focus()

/**
 * The resume beside the letter. Once it is shown, that of the next application is rendered behind
 * it, so that it appears at once.
 */
export function Resumes({
  current,
  upcoming,
}: {
  current: Application
  upcoming: Application | undefined
}) {
  const [settled, setSettled] = useState<number[]>([])
  const isNext = settled.includes(current.id) && upcoming?.resume_type
  const applications = isNext ? [current, upcoming] : [current]
  return (
    <div className={styles.stack}>
      {applications.map((application) => (
        <Resume
          key={application.id}
          application={application}
          hidden={application.id !== current.id}
          onSettled={() => setSettled((ids) => [...ids.slice(-9), application.id])}
        />
      ))}
    </div>
  )
}

function Resume({
  application,
  hidden,
  onSettled,
}: {
  application: Application
  hidden: boolean
  onSettled: () => void
}) {
  const { resume_type } = application
  const [enlarged, setEnlarged] = useState(false)
  if (!resume_type) return null
  return (
    <section
      className={styles.resume}
      inert={hidden}
      aria-label={`${fullName(application)}'s resume`}
    >
      <ResumeView
        application={application}
        type={resume_type}
        onEscape={leaveResume}
        onSettled={onSettled}
        actions={
          <button type="button" className="button" onClick={() => setEnlarged(true)}>
            <Maximize2 size={16} aria-hidden /> Enlarge
          </button>
        }
      />
      {enlarged && (
        <ResumePreview
          application={application}
          type={resume_type}
          onClose={() => setEnlarged(false)}
        />
      )}
    </section>
  )
}
