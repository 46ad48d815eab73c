import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { complaint } from '../lib/api.ts'
import { DeleteRow } from '../lib/DeleteRow.tsx'
import { toast } from '../lib/toasts.ts'
import { useOnce } from '../lib/use-once.ts'
import { useSetFlag } from '../lib/use-set-flag.ts'
import { atPage } from '../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { countedApplications } from './ApplicationCount.tsx'
import { CopyLink } from './CopyLink.tsx'
import { PublishQuestion, useJobSite } from './PublishQuestion.tsx'
import { missingLabels, postedJob } from './posted-job.ts'
import { deleteJob, duplicateJob, type Job, jobsKey, setActive } from './queries.ts'

const activation = {
  key: jobsKey,
  flag: 'is_active',
  send: setActive,
  turnedOn: 'activated',
  turnedOff: 'deactivated',
}

type Place = { page: number; filters: object }

export function JobActions({ job, page, filters }: { job: Job } & Place) {
  const { id, title, is_active, application_count: count } = job
  const [deleting, setDeleting] = useState(false)
  const duplicate = useDuplicate({ page, filters })
  const [missing, setMissing] = useState<string[]>([])
  const site = useJobSite()
  const setFlag = useSetFlag(activation)
  const activate = () => setFlag({ id, title, on: !is_active })

  /** A job that was public before has been asked about. */
  function askOrActivate() {
    const labels = job.first_active_at ? [] : missingLabels(postedJob(job, job), site)
    if (labels.length) setMissing(labels)
    else activate()
  }

  return (
    <RowActions
      name={title}
      view={is_active && `/jobs/${id}`}
      edit={atPage(`/jobs/${id}/edit`, page, filters)}
      onDelete={() => setDeleting(true)}
    >
      <RowAction
        name={title}
        word={is_active ? 'Deactivate' : 'Activate'}
        onClick={askOrActivate}
      />
      <RowAction name={title} word="Duplicate" onClick={() => duplicate(job)} />
      {is_active && <CopyLink job={job} />}
      <PublishQuestion missing={missing} onConfirm={activate} onClose={() => setMissing([])} />
      {deleting && (
        <DeleteRow
          name={title}
          thing="job opening"
          send={() => deleteJob(id)}
          queries={jobsKey}
          onClose={() => setDeleting(false)}
        >
          {Boolean(count) && `Its ${countedApplications(count ?? 0)} will be kept.`}
        </DeleteRow>
      )}
    </RowActions>
  )
}

/** Creates a copy and opens its form. */
function useDuplicate({ page, filters }: Place) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const duplicate = useOnce(async (job: Job) => {
    try {
      const copy = await duplicateJob(job.id)
      client.invalidateQueries({ queryKey: jobsKey, refetchType: 'none' })
      toast({ message: `“${job.title}” was duplicated. The copy is inactive.`, kind: 'done' })
      await navigate(atPage(`/jobs/${copy.id}/edit`, page, filters))
    } catch (error) {
      toast({
        message: complaint(`“${job.title}” was not duplicated`, error),
        retry: () => duplicate(job),
      })
    }
  })
  return duplicate
}
