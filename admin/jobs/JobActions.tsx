import { useState } from 'react'
import { DeleteRow } from '../lib/DeleteRow.tsx'
import { useSetFlag } from '../lib/use-set-flag.ts'
import { atPage } from '../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { countedApplications } from './ApplicationCount.tsx'
import { deleteJob, type Job, jobsKey, setActive } from './queries.ts'

const activation = {
  key: jobsKey,
  flag: 'is_active',
  send: setActive,
  turnedOn: 'activated',
  turnedOff: 'deactivated',
}

export function JobActions({ job, page }: { job: Job; page: number }) {
  const { id, title, is_active, application_count: count } = job
  const [deleting, setDeleting] = useState(false)
  const activate = useSetFlag(activation)
  return (
    <RowActions
      name={title}
      view={is_active && `/jobs/${id}`}
      edit={atPage(`/jobs/${id}/edit`, page)}
      onDelete={() => setDeleting(true)}
    >
      <RowAction
        name={title}
        word={is_active ? 'Deactivate' : 'Activate'}
        onClick={() => activate({ id, title, on: !is_active })}
      />
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
