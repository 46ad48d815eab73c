import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { maxResumes } from '#api/hiring/submission/contract.ts'
import { useSearchParams } from '../../lib/hooks/use-search-params.ts'
import { toast } from '../../lib/toasts.ts'
import { RestoredNotice } from '../../ui/editor/RestoredNotice.tsx'
import { ChooseFiles, DropArea } from '../../ui/files/DropArea.tsx'
import { SaveBar } from '../../ui/form/SaveBar.tsx'
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { JobSelect } from '../JobSelect.tsx'
import { jobChoicesQuery } from '../queries.ts'
import styles from './AddResumes.module.css'
import { takeDropped } from './dropped.ts'
import { Row } from './Row.tsx'
import { isOpen, personFields, useResumeRows } from './use-resume-rows.ts'

const people = (count: number) => `${count} ${count === 1 ? 'Application' : 'Applications'}`

/** Several resumes for one job, each of which becomes an application. */
export default function AddResumes() {
  const [search, setSearch] = useSearchParams('/applications/resumes')
  const job_id = Number(search.job_id) || undefined
  const [waiting, setWaiting] = useState(takeDropped)
  const [isFixed, setFixed] = useState(false)
  return (
    <>
      <UnsavedGuard dirty={waiting.length > 0} />
      <PageHeader
        title="Add Resumes"
        description="Each file becomes an application. The person’s name and address are read from it, and you check them. Nobody is emailed."
        back={{
          to: '/applications',
          ...(job_id && { search: { job_id } }),
          label: 'Back to Applications',
        }}
      />
      <div className={styles.screen}>
        {!isFixed && (
          <div className="narrow">
            <JobSelect
              value={job_id}
              onChange={(id) => setSearch(id ? { job_id: id } : {}, { replace: true })}
              onBlur={() => {}}
              ref={null}
              error={
                waiting.length > 0 && !job_id
                  ? `Choose the job for ${waiting.length === 1 ? 'the file' : `the ${waiting.length} files`}`
                  : undefined
              }
            />
          </div>
        )}
        {isFixed && job_id && <ForJob id={job_id} />}
        {job_id && (
          <Rows
            key={job_id}
            job_id={job_id}
            dropped={waiting}
            onTaken={() => setWaiting([])}
            onFixed={setFixed}
          />
        )}
      </div>
    </>
  )
}

/** With files, the job can't be changed any more. */
function ForJob({ id }: { id: number }) {
  const { data } = useQuery({
    ...jobChoicesQuery,
    select: (jobs) => jobs.find((job) => job.id === id)?.title,
  })
  return (
    <p>
      <span>For </span>
      <strong>{data ?? `job ${id}`}</strong>
    </p>
  )
}

function Rows({
  job_id,
  dropped,
  onTaken,
  onFixed,
}: {
  job_id: number
  /** Files from before the job was chosen. */
  dropped: File[]
  onTaken: () => void
  /** With files, the job can't be changed: they are kept for this one. */
  onFixed: (isFixed: boolean) => void
}) {
  const state = useResumeRows(job_id)
  const { rows, add, isDirty, isReading, isAdding, failure } = state
  const navigate = useNavigate()
  const first = useRef(() => {
    if (dropped.length) add(dropped)
    onTaken()
  })
  useEffect(() => first.current(), [])
  const hasRows = rows.length > 0
  useEffect(() => {
    onFixed(hasRows)
    return () => onFixed(false)
  }, [hasRows, onFixed])

  const open = rows.filter(isOpen)
  const done = rows.filter(({ state }) => state === 'added')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isReading || !open.length) return
    const added = await state.submit()
    if (!added) return
    state.clear()
    toast({ message: `${people(added)} added`, kind: 'done' })
    await navigate({ to: '/applications', search: { job_id }, ignoreBlocker: true })
  }
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={state.discard} />
      {state.restored && <RestoredNotice onDiscard={state.discard} />}
      <DropArea word="Drop to add to the list" onFiles={add}>
        <div className={`between wrap ${styles.choose}`} data-empty={!hasRows || undefined}>
          <ChooseFiles
            label={hasRows ? 'Choose More' : 'Choose Resumes'}
            accepted=".pdf,.doc,.docx"
            onFiles={add}
            primary={!hasRows}
          />
          <p className="note" role="status">
            {hasRows
              ? progress({ rows: rows.length, open: open.length, done: done.length, isReading })
              : `Or drop them here: PDF, DOC or DOCX, at most ${maxResumes} at once.`}
          </p>
        </div>
        {hasRows && (
          <>
            <div className={`${styles.row} ${styles.head}`} aria-hidden>
              <span>File</span>
              <span>First name</span>
              <span>Last name</span>
              <span>Email</span>
              <span />
            </div>
            <ul className={styles.rows} aria-label="Resumes">
              {rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  fields={personFields}
                  state={state}
                  twin={twinOf(row)}
                />
              ))}
            </ul>
            {!isReading && !open.length && (
              <p className={styles.others}>
                <Link to="/applications" search={{ job_id }}>
                  See the applications for this job
                </Link>
              </p>
            )}
          </>
        )}
      </DropArea>
      {(isReading || open.length > 0) && (
        <SaveBar failure={failure}>
          <button
            type="submit"
            className="button primary"
            aria-disabled={isReading || isAdding || !open.length}
          >
            {isAdding
              ? `Adding ${Math.min(done.length + 1, rows.length)} of ${rows.length}...`
              : isReading
                ? 'Reading...'
                : `Add ${people(open.length)}`}
          </button>
        </SaveBar>
      )}
    </form>
  )

  /** An earlier row with the same address. */
  function twinOf({ id, values }: (typeof rows)[number]) {
    const address = values.email.trim().toLowerCase()
    return rows.find(
      (other) => address && other.id < id && other.values.email.trim().toLowerCase() === address,
    )
  }
}

function progress({
  rows,
  open,
  done,
  isReading,
}: {
  rows: number
  open: number
  done: number
  isReading: boolean
}) {
  if (isReading) return `Reading the files: ${open + done} of ${rows}`
  const left = rows - open - done
  return [
    open && `${open} to check`,
    done && `${done} added`,
    left && `${left} that can’t be added`,
  ]
    .filter(Boolean)
    .join(', ')
}
