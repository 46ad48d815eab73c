import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { fullName, visibleText } from '#api/http/contract/text.ts'
import { isMissing } from '../lib/api.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RichText } from '../ui/RichText.tsx'
import { Answers } from './Answers.tsx'
import styles from './ApplicationDetail.module.css'
import { backToList } from './back-to-list.ts'
import { DeleteApplication } from './DeleteApplication.tsx'
import { ApplicantFacts, JobFacts } from './Facts.tsx'
import { LoadError } from './LoadError.tsx'
import { Missing } from './Missing.tsx'
import { Neighbours } from './Neighbours.tsx'
import { type Application, applicationDetailQuery } from './queries.ts'
import { ResumeButton } from './ResumeButton.tsx'
import { StatusBadge, statusLabel } from './StatusBadge.tsx'
import { StatusGrid } from './StatusGrid.tsx'

export default function ApplicationDetail() {
  const id = Number(useParams({ strict: false }).id)
  const { data } = useQuery(applicationDetailQuery(id))
  return (
    <>
      <p className="visually-hidden" role="status">
        {data && `${fullName(data)}, ${data.job_title}, ${statusLabel[data.status]}`}
      </p>
      <Detail key={id} id={id} />
    </>
  )
}

function Detail({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(applicationDetailQuery(id))
  if (!data || isMissing(error))
    return <LoadError title="Application" error={error} onRetry={() => refetch()} />
  return (
    <>
      <PageHeader
        title={fullName(data)}
        description={
          <div className={styles.about}>
            <StatusBadge status={data.status} /> {data.job_title}
          </div>
        }
        back={backToList()}
        actions={<Actions application={data} />}
      />
      <div className={styles.decide}>
        {data.resume_path ? (
          <ResumeButton application={data} />
        ) : (
          <Missing part="resume" jobId={data.job_id} className={styles.absent} />
        )}
        <StatusGrid application={data} />
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Answers application={data} />
          <Letter application={data} />
          <Notes application={data} />
        </div>
        <aside className={styles.aside} aria-label="About this application">
          <ApplicantFacts application={data} />
          <JobFacts application={data} />
          <div>
            <DeleteApplication application={data} />
          </div>
        </aside>
      </div>
    </>
  )
}

const Actions = ({ application }: { application: Application }) => (
  <>
    <Neighbours id={application.id} />
    <Link className="button" to="/applications/$id/edit" params={{ id: String(application.id) }}>
      <Pencil size={16} aria-hidden /> Edit Application
    </Link>
  </>
)

const Letter = ({ application: { job_id, motivation_letter } }: { application: Application }) => (
  <section aria-labelledby="letter">
    <h2 id="letter" className={styles.title}>
      Motivation letter
    </h2>
    {visibleText(motivation_letter) ? (
      <RichText html={motivation_letter} className={styles.text} />
    ) : (
      <Missing part="letter" jobId={job_id} className={styles.none} />
    )}
  </section>
)

const Notes = ({ application: { id, notes } }: { application: Application }) => (
  <section aria-labelledby="notes" className={styles.notes}>
    <div className={styles.head}>
      <h2 id="notes" className={styles.title}>
        Notes
      </h2>
      <Link
        className="button quiet small"
        to="/applications/$id/edit"
        params={{ id: String(id) }}
        search={{ scroll: 'notes' }}
      >
        Edit Notes
      </Link>
    </div>
    {visibleText(notes) ? (
      <RichText html={notes} className={styles.text} />
    ) : (
      <p className={styles.none}>No notes added yet.</p>
    )}
  </section>
)
