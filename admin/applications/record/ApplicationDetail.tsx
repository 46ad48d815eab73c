import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName, visibleText } from '#api/core/http/contract/text.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  type Tell,
} from '#api/hiring/applications/contract/status.ts'
import { isMissing } from '../../lib/api/api.ts'
import { useCommands } from '../../lib/commands.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { keepOpened } from '../../lib/last-list.ts'
import { dismiss, lastWithUndo, toast } from '../../lib/toasts.ts'
import {
  OverdueBadge,
  StatusBadge,
  statusLabel,
  WithdrawnBadge,
} from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { Activity } from '../activity/Activity.tsx'
import { backToList } from '../back-to-list.ts'
import { Conversation } from '../conversation/Conversation.tsx'
import { openComposer } from '../conversation/open-composer.ts'
import { Evaluations } from '../evaluations/Evaluations.tsx'
import { Interviews } from '../interviews/Interviews.tsx'
import { LoadError } from '../LoadError.tsx'
import { Missing } from '../Missing.tsx'
import { Notes } from '../notes/Notes.tsx'
import { NoTemplate, useLacksTemplate } from '../notify/DecisionTemplate.tsx'
import { NotifyChoice } from '../notify/NotifyChoice.tsx'
import { ScheduledEmail } from '../notify/ScheduledEmail.tsx'
import { useNotify } from '../notify/use-notify.ts'
import { type Application, applicationDetailQuery, prefetchApplication } from '../queries.ts'
import { useBeside } from '../resume/beside.ts'
import { ResumeButton } from '../resume/ResumeButton.tsx'
import { Resumes } from '../resume/Resumes.tsx'
import { movedTo, type StepChange, useSetStatus } from '../status/use-set-status.ts'
import { openStepMenu, StepMenu } from '../steps/StepMenu.tsx'
import { openTagPicker, TagPicker } from '../tags/TagPicker.tsx'
import { AlsoApplied } from './AlsoApplied.tsx'
import { Answers } from './Answers.tsx'
import styles from './ApplicationDetail.module.css'
import { DecisionBar, nextAfterDecision } from './DecisionBar.tsx'
import { DeleteApplication } from './DeleteApplication.tsx'
import { ApplicantFacts, JobFacts } from './Facts.tsx'
import { HoldNotice } from './LegalHold.tsx'
import { MarkUnread } from './MarkUnread.tsx'
import { Retention } from './Retention.tsx'
import { useChanges } from './use-changes.ts'
import { type Neighbors, useNeighbors } from './use-neighbors.ts'

export default function ApplicationDetail() {
  const id = Number(useParams({ strict: false }).id)
  // While another application loads, the one before stays.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...applicationDetailQuery(id),
    placeholderData: keepPreviousData,
  })
  const setStatus = useSetStatus()
  const { isSuccess, variables } = setStatus
  useEffect(() => keepOpened(id), [id])
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSuccess && movedTo(variables)}
      </p>
      <p className="visually-hidden" role="status">
        {data && `${fullName(data)}, ${data.job_title}, ${statusLabel[data.status]}`}
      </p>
      {!data || isMissing(error) ? (
        <LoadError key={id} title="Application" error={error} onRetry={() => refetch()} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? styles.leaving : undefined}
        >
          <Workplace application={data} shownNext={id} setStatus={setStatus} />
        </div>
      )}
    </>
  )
}

function Workplace({
  application,
  shownNext,
  setStatus,
}: {
  application: Application
  /** The id of the address; another one's while that application loads. */
  shownNext: number
  setStatus: ReturnType<typeof useSetStatus>
}) {
  const { id, resume_path, resume_type } = application
  // Nothing acts on an application that is being left; only the way to the next one keeps the focus.
  const isLeaving = shownNext !== id
  const [tell, setNotify] = useNotify(application)
  const lacksTemplate = useLacksTemplate(tell)
  const [refused, setRefused] = useState<{
    id: number
    status: ApplicationStatus
    tell: Tell | undefined
  }>()
  const neighbors = useNeighbors(shownNext)
  const upcoming = useUpcoming(neighbors.next)
  const beside = useBeside()
  const isBeside = beside.isBeside && resume_type !== null
  useChanges(id)
  const { isPending, variables } = setStatus
  const saving = isPending && variables.application.id === id ? variables.status : undefined
  const navigate = useNavigate()
  const reviewsAll = may(usePerson(), 'review_applications')

  const go = (to: number | undefined) =>
    to && navigate({ to: '/applications/$id', params: { id: String(to) } })
  const step = (way: 'next' | 'previous') => go(neighbors[way]) ?? say(noNeighbor(way, neighbors))

  const refuse = (status: ApplicationStatus) => setRefused({ id, status, tell })
  // Only the server knows an unknown choice: its answer is then a toast.
  const inPlace = tell && { onNoTemplate: refuse }

  function decide(status: ApplicationStatus) {
    if (isLeaving) return
    if (status === application.status)
      return say(`${application.first_name} is ${statusLabel[status]} already.`)
    if (saving) return say('The last decision is still being saved.')
    const goesOn = nextAfterDecision.read()
    if (lacksTemplate(status)) return refuse(status)
    setRefused(undefined)
    setStatus.mutate({ application, status, tell, ...(!goesOn && inPlace) })
    if (goesOn) go(neighbors.next)
  }

  function move(step: StepChange | null) {
    if (isLeaving || saving) return
    setRefused(undefined)
    const status = step?.status ?? application.status
    setStatus.mutate({ application, status, step, ...(step && { tell }) })
  }

  useCommands([
    { key: 'j', label: 'Next application', run: () => step('next') },
    { key: 'k', label: 'Previous application', run: () => step('previous') },
    ...applicationStatuses.map((status, place) => ({
      key: String(place + 1),
      label: `Move to ${statusLabel[status]}`,
      run: () => decide(status),
    })),
    { key: 's', label: 'Choose a step', run: openStepMenu },
    { key: 't', label: 'Choose tags', run: openTagPicker },
    { key: 'z', label: 'Undo the last decision', run: undoLast },
    { key: 'c', label: 'Write a comment', run: () => openComposer('comment') },
    { key: 'e', label: 'Write an email', run: () => openComposer('email') },
    { key: 'm', label: 'Write a message', run: () => openComposer('message') },
    ...(resume_type ? [{ key: 'r', label: 'Go to the resume', run: openResume }] : []),
    { key: 'Ctrl+Enter', label: 'Save the comment, notes or evaluation you write' },
    { key: 'Esc', label: 'Leave the text you write, which is kept' },
  ])

  const text = (
    <div key={`text-${id}`} className={styles.columns}>
      <div className={`stack gap-6 ${styles.main}`}>
        <Answers application={application} />
        <Letter application={application} />
        <Interviews key={`interviews-${id}`} application={application} />
        <Evaluations key={`evaluations-${id}`} application={application} />
        <Notes application={application} />
        <Conversation application={application} />
        <Activity application={application} />
      </div>
      <aside className={`stack gap-5 ${styles.aside}`} aria-label="About this application">
        <AlsoApplied key={id} application={application} />
        <JobFacts application={application} />
        <Retention key={`kept-${id}`} application={application} />
        <div className="line wrap">
          <MarkUnread key={id} id={id} />
          {reviewsAll && <DeleteApplication application={application} />}
        </div>
      </aside>
    </div>
  )

  return (
    <>
      <div inert={isLeaving}>
        <PageHeader
          key={id}
          title={fullName(application)}
          description={
            <>
              <div className={styles.about}>
                <StatusBadge status={application.status} />{' '}
                {application.withdrawn_at && <WithdrawnBadge />}{' '}
                {application.overdue && <OverdueBadge status={application.status} />}{' '}
                {application.step_name && <span>{`${application.step_name} · `}</span>}
                <span>{application.job_title}</span>
              </div>
              <ApplicantFacts application={application} />
              <TagPicker application={application} />
            </>
          }
          back={backToList(id)}
          actions={
            reviewsAll && (
              <Link className="button" to="/applications/$id/edit" params={{ id: String(id) }}>
                <Pencil size={16} aria-hidden /> Edit Application
              </Link>
            )
          }
        />
        {!isBeside && (
          <div key={`resume-${id}`} className={styles.resume}>
            {resume_path ? (
              <ResumeButton application={application} hasBeside={beside.hasChoice} />
            ) : (
              <Missing part="resume" jobId={application.job_id} className={styles.none} />
            )}
          </div>
        )}
      </div>
      <DecisionBar {...{ application, saving, tell, neighbors, isLeaving }} onSet={decide}>
        <NotifyChoice tell={tell} onChange={setNotify} />
        <StepMenu key={id} application={application} tell={tell} onMove={move} />
        {refused?.id === id && refused.tell === tell && <NoTemplate status={refused.status} />}
      </DecisionBar>
      <div inert={isLeaving}>
        {application.withdrawn_at && (
          <p className={`notice ${styles.withdrawn}`}>
            {application.first_name} withdrew this application on{' '}
            <Moment at={application.withdrawn_at} />.
          </p>
        )}
        <div className={styles.hold}>
          <HoldNotice application={application} />
        </div>
        <ScheduledEmail key={`held-${id}`} application={application} />
        {isBeside ? (
          <div className={`stack gap-5 ${styles.beside}`}>
            <Resumes current={application} upcoming={upcoming} canClose={beside.hasChoice} />
            {text}
          </div>
        ) : (
          text
        )}
      </div>
    </>
  )
}

/** The next application, read ahead. */
function useUpcoming(next: number | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (next) prefetchApplication(client, next).catch(() => null)
  }, [client, next])
  // Only read from the cache: a decision must not read it again.
  const { data } = useQuery({ ...applicationDetailQuery(next ?? 0), enabled: false })
  return data
}

/** Focuses the resume beside the letter, or opens it. */
function openResume() {
  const frame = document.querySelector<HTMLElement>('main section:not([inert]) iframe')
  if (frame) frame.focus()
  else document.querySelector<HTMLElement>('[data-preview]')?.click()
}

/** Why a key does nothing. */
const say = (message: string) => void toast({ message, kind: 'info' })

const noNeighbor = (way: 'next' | 'previous', { position }: Neighbors) =>
  position
    ? `This is the ${way === 'next' ? 'last' : 'first'} application of the list.`
    : 'J and K move through a list. Open an application from the list first.'

function undoLast() {
  const last = lastWithUndo()
  if (!last?.undo) return say('There is nothing to undo.')
  dismiss(last.id)
  last.undo()
}

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
