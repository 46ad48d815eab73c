import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api, checked } from '../../lib/api.ts'
import { type Job, jobsKey } from '../../lib/jobs.ts'
import { toast } from '../../lib/toasts.ts'
import { useSetActive } from '../../lib/use-set-active.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { countedApplications } from './ApplicationCount.tsx'
import styles from './JobActions.module.css'

export function JobActions({ job, page }: { job: Job; page: number }) {
  const { id, title, is_active } = job
  const [deleting, setDeleting] = useState(false)
  const setActive = useSetActive()
  const toggle = is_active ? 'Deactivate' : 'Activate'
  return (
    <div className={styles.actions}>
      {is_active && (
        <a
          className="button quiet small"
          href={`/jobs/${id}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${title} on the site`}
        >
          View
        </a>
      )}
      <Link
        className="button quiet small"
        to={`/jobs/${id}/edit`}
        search={page > 1 ? { page } : {}}
        aria-label={`Edit ${title}`}
      >
        Edit
      </Link>
      <button
        type="button"
        className="button quiet small"
        aria-label={`${toggle} ${title}`}
        onClick={() => setActive({ id, title, active: !is_active })}
      >
        {toggle}
      </button>
      <button
        type="button"
        className={`button quiet small ${styles.delete}`}
        aria-label={`Delete ${title}`}
        onClick={() => setDeleting(true)}
      >
        Delete
      </button>
      {deleting && <DeleteJob job={job} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function DeleteJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const client = useQueryClient()
  const { id, title, application_count: count } = job

  async function remove() {
    await checked(api.jobs[':id'].$delete({ param: { id: String(id) } })).catch((error) => {
      // Somebody else was faster.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    toast({ message: `“${title}” was deleted`, kind: 'done' })
    // The row takes the focus with it; the heading is where the list begins.
    onClose()
    await client.invalidateQueries({ queryKey: jobsKey })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Confirm
      title={`Delete “${title}”?`}
      message={
        <>
          <p>Are you sure you want to delete this job opening?</p>
          {Boolean(count) && (
            <p className={styles.kept}>
              It has {countedApplications(count)}, which {count === 1 ? 'is' : 'are'} kept.
            </p>
          )}
        </>
      }
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
