import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Eye, FileUser } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fullName, visibleText } from '#api/core/http/contract/text.ts'
import { isMissing } from '../../lib/api/api.ts'
import { formatDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { OverdueBadge, SpamBadge, StatusBadge, WithdrawnBadge } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Empty, LoadingText } from '../../ui/States.tsx'
import { activityQuery } from '../activity/queries.ts'
import { backToList } from '../back-to-list.ts'
import { Summary } from '../evaluations/Summary.tsx'
import { checkOf } from '../files/checks.ts'
import { FileState } from '../files/FileState.tsx'
import { interviewTime } from '../interviews/InterviewAt.tsx'
import { type Interview, interviewsQuery } from '../interviews/queries.ts'
import { Email, Phone } from '../list/Contact.tsx'
import { Missing } from '../Missing.tsx'
import { type Application, applicationDetailQuery } from '../queries.ts'
import { AnswerValue } from '../record/panel/Answers.tsx'
import { ResumeIcon } from '../resume/ResumeIcon.tsx'
import { ResumePreview } from '../resume/ResumePreview.tsx'
import { TagChips } from '../tags/TagChips.tsx'
import styles from './Compare.module.css'
import { answerTo, decisionOf, personOf, questionsOf, readIds } from './compare.ts'

/** Two to four applications side by side. */
export default function Compare() {
  const ids = readIds(useSearch({ strict: false }) as { ids?: unknown })
  const queries = useQueries({ queries: ids.map(applicationDetailQuery) })
  const columns = ids.map((id, place) => {
    const { data, error, refetch } = queries[place] ?? {}
    return { id, application: isMissing(error) ? undefined : data, error, retry: refetch }
  })
  const person = personOf(columns.map(({ application }) => application))
  return (
    <>
      <PageHeader
        title={person ? `${fullName(person)}’s applications` : 'Compare Applications'}
        back={backToList()}
      />
      {ids.length ? <Columns columns={columns} isOne={Boolean(person)} /> : <NothingSelected />}
    </>
  )
}

const NothingSelected = () => (
  <Empty icon={FileUser} title="No applications to compare">
    Select two to four applications in the list, then choose Compare.
  </Empty>
)

type Column = {
  id: number
  application: Application | undefined
  error: unknown
  retry: (() => void) | undefined
}

function Columns({
  columns,
  isOne,
}: {
  columns: Column[]
  /** All are of one person: their jobs tell them apart. */
  isOne: boolean
}) {
  const applications = columns.flatMap(({ application }) => application ?? [])
  const interviews = useQueries({ queries: applications.map(({ id }) => interviewsQuery(id)) })
  const hasInterviews = interviews.some(({ data, error }) => error || data?.some(isAhead))
  const row = (label: string, cell: (application: Application) => ReactNode) => (
    <Row key={label} {...{ label, columns, isOne, cell }} />
  )
  return (
    <section
      className={`box ${styles.scroller}`}
      aria-label="Applications side by side"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard (WCAG 2.2 SC 2.1.1)
      tabIndex={0}
    >
      <table
        className={styles.table}
        data-stacks={isOne || undefined}
        style={{ '--columns': columns.length } as object}
      >
        <thead>
          <tr>
            <td className={styles.corner} />
            {columns.map((column) => (
              <th key={column.id} scope="col">
                <Name column={column} isOne={isOne} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('Status', (application) => (
            <span className="row wrap">
              <StatusBadge status={application.status} />
              {application.withdrawn_at && <WithdrawnBadge />}
              {application.suspicious && <SpamBadge />}
              {application.overdue && <OverdueBadge status={application.status} />}
            </span>
          ))}
          {applications.some(({ step_name }) => step_name) &&
            row('Step', ({ step_name }) => step_name ?? <None />)}
          {isOne &&
            applications.some(({ status }) => status !== 'pending') &&
            row('Decided by', (application) => <DecidedBy application={application} />)}
          {applications.some(({ tags }) => tags.length) &&
            row('Tags', ({ tags }) => (tags.length ? <TagChips ids={tags} /> : <None />))}
          {hasInterviews && row('Interview', ({ id }) => <NextInterview id={id} />)}
          {!isOne && row('Job', ({ job_title }) => job_title)}
          {row('Applied', ({ created_at }) => (
            <Moment at={created_at} />
          ))}
          {applications.some(({ answer_by }) => answer_by) &&
            row('Answer by', ({ answer_by }) =>
              answer_by ? <time dateTime={answer_by}>{formatDay(answer_by)}</time> : <None />,
            )}
          {row('Email', ({ email }) => (
            <Email email={email} />
          ))}
          {row('Phone', ({ phone }) => (phone ? <Phone phone={phone} /> : <None />))}
          {row('Evaluations', ({ id }) => (
            <Summary id={id} />
          ))}
          {row('Resume', (application) => (
            <Resume application={application} />
          ))}
          {questionsOf(applications).map(({ id, label }) => (
            <Row
              key={id}
              {...{ label, columns, isOne }}
              cell={(application) => {
                const answer = answerTo(id, application)
                return answer ? (
                  <AnswerValue application={application} answer={answer} />
                ) : (
                  <None text="No answer" />
                )
              }}
            />
          ))}
          {row('Motivation letter', ({ motivation_letter, job_id }) =>
            visibleText(motivation_letter) ? (
              <RichText html={motivation_letter} />
            ) : (
              <Missing part="letter" jobId={job_id} className={styles.none} />
            ),
          )}
          {row('Notes', ({ notes }) =>
            visibleText(notes) ? <RichText html={notes} /> : <None text="No notes added yet." />,
          )}
        </tbody>
      </table>
    </section>
  )
}

function Name({
  column: { id, application, error, retry },
  isOne,
}: {
  column: Column
  isOne: boolean
}) {
  if (application)
    return (
      <Link to="/applications/$id" params={{ id: String(id) }}>
        {isOne ? application.job_title : fullName(application)}
      </Link>
    )
  if (!error) return <LoadingText />
  if (isMissing(error)) return <span role="alert">Application not found</span>
  return (
    <span role="alert">
      Failed to load application details{' '}
      <button type="button" className="button small" onClick={() => retry?.()}>
        Retry
      </button>
    </span>
  )
}

const Row = ({
  label,
  columns,
  isOne,
  cell,
}: {
  label: string
  columns: Column[]
  isOne: boolean
  cell: (application: Application) => ReactNode
}) => (
  <tr>
    <th scope="row" dir="auto">
      {label}
    </th>
    {columns.map(({ id, application }) => (
      <td key={id}>
        {isOne && application ? (
          <>
            <p className={styles.of}>{application.job_title}</p>
            <div>{cell(application)}</div>
          </>
        ) : (
          <>{application && cell(application)}</>
        )}
      </td>
    ))}
  </tr>
)

/** Who set the status, and when. */
function DecidedBy({ application: { id, status } }: { application: Application }) {
  const isDecided = status !== 'pending'
  const { data, error, refetch } = useQuery({ ...activityQuery(id), enabled: isDecided })
  if (!isDecided) return <None text="Not decided" />
  if (error && !data) return <FailedCell onRetry={refetch} />
  if (!data) return <LoadingText />
  const decision = decisionOf(data, status)
  if (!decision) return <None text="Unknown" />
  return (
    <>
      {decision.by ?? 'Unknown'}, <Moment at={decision.at} />
    </>
  )
}

const FailedCell = ({ onRetry }: { onRetry: () => void }) => (
  <span role="alert">
    Failed to load{' '}
    <button type="button" className="button small" onClick={() => onRetry()}>
      Retry
    </button>
  </span>
)

/** Times are proposed, or one is booked. */
const isAhead = ({ state, time }: Interview) =>
  state === 'proposed' || (state === 'booked' && time !== null && time > new Date().toISOString())

/** The interview that is booked next, else whether times are proposed. */
function NextInterview({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(interviewsQuery(id))
  const timeZone = useSiteTimeZone()
  if (error && !data) return <FailedCell onRetry={refetch} />
  if (!data) return <LoadingText />
  const ahead = data.filter(isAhead)
  const [booked] = ahead.flatMap(({ time }) => time ?? []).sort()
  if (booked) return <time dateTime={booked}>{interviewTime(booked, timeZone)}</time>
  return ahead.length ? <>Times proposed</> : <None />
}

const None = ({ text = 'None' }: { text?: string }) => <span className={styles.none}>{text}</span>

function Resume({ application }: { application: Application }) {
  const { resume_path, resume_type, job_id } = application
  const [open, setOpen] = useState(false)
  if (!resume_path) return <Missing part="resume" jobId={job_id} className={styles.none} />
  const check = checkOf(application, 'resume')
  if (check) return <FileState applicationId={application.id} check={check} />
  return (
    <span className="row wrap">
      {resume_type && (
        <button
          type="button"
          className="button small"
          aria-label={`Preview ${fullName(application)}'s resume`}
          onClick={() => setOpen(true)}
        >
          <Eye size={16} aria-hidden /> Preview
        </button>
      )}
      <ResumeIcon application={application} />
      {open && resume_type && (
        <ResumePreview
          application={application}
          type={resume_type}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
