import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { visibleText } from '#api/core/http/contract/text.ts'
import { usePerson } from '../../../lib/hooks/use-person.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { checkOf } from '../../files/checks.ts'
import { FileState } from '../../files/FileState.tsx'
import { Missing } from '../../Missing.tsx'
import { Notes } from '../../notes/Notes.tsx'
import type { Application } from '../../queries.ts'
import { DownloadResume } from '../../resume/DownloadResume.tsx'
import { AlsoApplied } from './AlsoApplied.tsx'
import { Answers } from './Answers.tsx'
import styles from './ApplicationPanel.module.css'
import { ApplicantFacts, JobFacts } from './Facts.tsx'
import { Retention } from './Retention.tsx'

/** What the candidate sent, the team's notes, and the facts about both sides. */
export const ApplicationPanel = ({
  application,
  hasResumeTab,
  more,
  onShow,
}: {
  application: Application
  /** Whether the resume is not beside this text. */
  hasResumeTab: boolean
  /** What the bar above has no room for. */
  more: ReactNode
  onShow: () => void
}) => (
  <div className={styles.whole}>
    <div className={`stack gap-6 ${styles.main}`}>
      <Answers application={application} />
      <Letter application={application} />
      {hasResumeTab && (
        <div className={styles.download}>
          <ResumeFile application={application} />
        </div>
      )}
      {!application.resume_type && <NoResume application={application} />}
      <Notes application={application} onShow={onShow} />
    </div>
    <div className={`stack gap-6 ${styles.facts}`}>
      {more}
      <ApplicantFacts application={application} />
      <JobFacts application={application} />
      <AlsoApplied application={application} />
      <Retention application={application} />
    </div>
  </div>
)

const Letter = ({ application: { job_id, motivation_letter } }: { application: Application }) => (
  <section aria-labelledby="letter">
    <h2 id="letter">Motivation letter</h2>
    {visibleText(motivation_letter) ? (
      <RichText html={motivation_letter} className={styles.text} />
    ) : (
      <Missing part="letter" jobId={job_id} className={styles.none} />
    )}
  </section>
)

function ResumeFile({ application }: { application: Application }) {
  const check = checkOf(application, 'resume')
  return check ? (
    <FileState applicationId={application.id} check={check} name="Resume" />
  ) : (
    <DownloadResume application={application} />
  )
}

/** In place of the pane beside the text, or of the tab on a small screen. */
const NoResume = ({ application }: { application: Application }) => (
  <section aria-labelledby="resume">
    <h2 id="resume">Resume</h2>
    {application.resume_path ? (
      <div className={styles.text}>
        <ResumeFile application={application} />
      </div>
    ) : (
      <Missing part="resume" jobId={application.job_id} className={styles.none} />
    )}
  </section>
)

export function EditLink({ id }: { id: number }) {
  if (!may(usePerson(), 'review_applications')) return null
  return (
    <Link className="button" to="/applications/$id/edit" params={{ id: String(id) }}>
      <Pencil size={16} aria-hidden /> Edit Application
    </Link>
  )
}
