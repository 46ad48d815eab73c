import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { putBack } from '../../content/queries.ts'
import { complaint, retryAfter } from '../../lib/api/api.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { useSetFlag } from '../../lib/hooks/use-set-flag.ts'
import { toast } from '../../lib/toasts.ts'
import { DeleteRow } from '../../rows/DeleteRow.tsx'
import { useCopyLink } from '../../rows/use-copy-link.tsx'
import { atPage } from '../../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../../ui/list/RowActions.tsx'
import { type LostDate, lostDate } from '../dates/lost-date.ts'
import { OpenNow } from '../dates/OpenNow.tsx'
import { googleNote, useJobSite } from '../preview/google-note.ts'
import { deleteJob, duplicateJob, type Job, jobsKey, restoreState, setActive } from '../queries.ts'
import { countedApplications } from './ApplicationCount.tsx'

const activation = {
  key: jobsKey,
  flag: 'is_active',
  send: setActive,
  restore: restoreState,
  turnedOn: 'activated',
  turnedOff: 'deactivated',
}

type Place = { page: number; filters: object }

export function JobActions({ job, page, filters }: { job: Job } & Place) {
  const { id, title, is_active, application_count: count } = job
  const [asking, setAsking] = useState<'delete' | LostDate>()
  const navigate = useNavigate()
  const person = usePerson()
  const duplicate = useDuplicate({ page, filters })
  const site = useJobSite()
  const setFlag = useSetFlag({
    ...activation,
    noteOf: (saved: Job, before: Job) => googleNote(saved, before, site),
  })
  const toggle = () => setFlag({ row: job, on: !is_active })
  const lost = lostDate(job, dayIn(site.timeZone))
  const close = () => setAsking(undefined)
  const link = useCopyLink({ title, path: `/jobs/${id}/apply` })
  const more = [
    { word: 'Duplicate', onClick: () => duplicate(job) },
    ...(may(person, 'review_applications')
      ? [
          {
            word: 'Add resumes…',
            onClick: () => navigate({ to: '/applications/resumes', search: { job_id: id } }),
          },
        ]
      : []),
    { word: 'History', onClick: () => navigate({ to: `/jobs/${id}/history` }) },
    ...(is_active ? [{ word: 'Copy link', onClick: link.copy }] : []),
  ]

  return (
    <RowActions
      name={title}
      view={is_active && `/jobs/${id}`}
      edit={atPage(`/jobs/${id}/edit`, page, filters)}
      onDelete={() => setAsking('delete')}
      more={more}
    >
      <RowAction
        name={title}
        word={is_active ? 'Deactivate' : 'Activate'}
        onClick={() => (lost ? setAsking(lost) : toggle())}
      />
      {link.dialog}
      {typeof asking === 'object' && <OpenNow lost={asking} onConfirm={toggle} onClose={close} />}
      {asking === 'delete' && (
        <DeleteRow
          name={title}
          thing="job opening"
          send={() => deleteJob(id)}
          queries={jobsKey}
          undo={() => putBack('job', id)}
          onClose={close}
        >
          {Boolean(count) &&
            `Its ${countedApplications(count ?? 0)} will be kept. Upcoming interviews are canceled, and everyone invited is emailed in a minute unless you undo this.`}
        </DeleteRow>
      )}
    </RowActions>
  )
}

/** Creates a copy and opens its form. */
function useDuplicate({ page, filters }: Place) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const reviewsAll = may(usePerson(), 'review_applications')
  const duplicate = useOnce(async (job: Job) => {
    try {
      const copy = await duplicateJob(job.id)
      client.invalidateQueries({ queryKey: jobsKey, refetchType: 'none' })
      toast({
        message: `“${job.title}” was duplicated. The copy is inactive and has its steps${reviewsAll ? ' and hiring team' : ', but not its hiring team'}.`,
        kind: 'done',
      })
      await navigate(atPage(`/jobs/${copy.id}/edit`, page, filters))
    } catch (error) {
      toast({
        message: complaint(`“${job.title}” was not duplicated`, error),
        ...retryAfter(error, () => duplicate(job)),
      })
    }
  })
  return duplicate
}
