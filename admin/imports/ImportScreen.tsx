import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { applicationsKey } from '../applications/queries.ts'
import { complaint } from '../lib/api/api.ts'
import { download } from '../lib/api/download.ts'
import { formatCount } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { Columns } from './Columns.tsx'
import styles from './Imports.module.css'
import {
  deleteImport,
  type Import,
  importQuery,
  importsKey,
  isAtWork,
  problemsOf,
  runImport,
  undoImport,
} from './queries.ts'
import { countOf, sourceWords } from './words.ts'

const steps = ['Upload', 'Columns', 'Check', 'Import', 'Done'] as const
type Step = (typeof steps)[number]

function stepOf({ state, error, finished_at }: Import, isEditing: boolean): Step {
  if (state === 'checking') return 'Check'
  if (state === 'checked') return isEditing ? 'Columns' : 'Check'
  if (state === 'running') return 'Import'
  if (state === 'uploaded' || (state === 'failed' && error && !finished_at)) return 'Columns'
  return 'Done'
}

/** One import, from its columns to its undoing. */
export default function ImportScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useQuery(importQuery(Number(id)))
  return (
    <>
      <PageHeader
        title="Import"
        description={query.data && aboutFile(query.data)}
        back={{ to: '/applications/import', label: 'Import' }}
      />
      <Loaded
        query={query}
        failed="Failed to load the import"
        back={{ to: '/applications/import', label: 'Import' }}
      >
        {(row) => <Steps key={row.id} row={row} />}
      </Loaded>
    </>
  )
}

function aboutFile({ name, source }: Import) {
  const program = sourceWords[source]
  return program ? `${name}, which looks like an export of ${program}` : name
}

function Steps({ row }: { row: Import }) {
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: importsKey })
  const step = stepOf(row, isEditing)
  const root = useFocusedStep(`${row.state} ${step}`)
  return (
    <div className="stack" ref={root}>
      <ol className={`row wrap ${styles.steps}`}>
        {steps.map((one) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            {one}
          </li>
        ))}
      </ol>
      {row.error && (
        <div className="notice red" role="alert">
          <strong>It was stopped.</strong> {row.error}
        </div>
      )}
      {isAtWork(row) && <AtWork row={row} />}
      {step === 'Columns' && !isAtWork(row) && (
        <Columns
          row={row}
          onChecked={async () => {
            setEditing(false)
            await reload()
          }}
        />
      )}
      {row.state === 'checked' && !isEditing && (
        <Checked row={row} onEdit={() => setEditing(true)} onChange={reload} />
      )}
      {step === 'Done' && !isAtWork(row) && <Done row={row} onChange={reload} />}
    </div>
  )
}

/** Focuses the heading of the next step once the focused button of the last one is gone. */
function useFocusedStep(step: string) {
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus()
  }, [step])
  return root
}

const work = { checking: 'Checking', running: 'Importing', undoing: 'Undoing' }

function AtWork({ row }: { row: Import }) {
  const { state, done, total } = row
  const word = work[state as keyof typeof work]
  const isKnown = state === 'running' && total > 0
  return (
    <div className="notice stack gap-2">
      <strong role="status" tabIndex={-1} data-step-heading>
        {state === 'undoing'
          ? 'Undoing...'
          : isKnown
            ? `${word} ${formatCount(done)} of ${formatCount(total)} lines...`
            : `${word}: ${formatCount(done)} lines so far...`}
      </strong>
      <progress
        className={styles.progress}
        aria-label={word}
        {...(isKnown && { value: done, max: total })}
      />
      <p className="note">It goes on when you leave this page.</p>
    </div>
  )
}

function Checked({
  row,
  onEdit,
  onChange,
}: {
  row: Import
  onEdit: () => void
  onChange: () => Promise<unknown>
}) {
  const { id, kind, added, updated, skipped, failed, erasable, total } = row
  const [open, setOpen] = useState<'run' | 'delete'>()
  const navigate = useNavigate()
  const writes = added + updated
  return (
    <>
      <section className="notice stack gap-2" aria-label="What would be imported">
        <h2 tabIndex={-1} data-step-heading>{`${countOf(kind, added)} would be added`}</h2>
        <ul>
          {updated > 0 && <li>{`${countOf(kind, updated)} would be updated`}</li>}
          {skipped > 0 && <li>{`${countOf(kind, skipped)} left alone: here already`}</li>}
          {failed > 0 && (
            <li>{`${formatCount(failed)} of ${formatCount(total)} lines can’t be imported`}</li>
          )}
        </ul>
        {erasable > 0 && (
          <p>
            <strong>{`The retention rules would erase ${formatCount(erasable)} of them tonight.`}</strong>{' '}
            Their dates are kept, and the rules count from these.{' '}
            <Link to="/privacy">See the rules</Link>
          </p>
        )}
      </section>
      <Problems row={row} />
      <div className="row wrap">
        <button
          type="button"
          className="button primary"
          disabled={!writes}
          onClick={() => setOpen('run')}
        >
          {`Import ${countOf(kind, writes)}…`}
        </button>
        <button type="button" className="button" onClick={onEdit}>
          Change Columns
        </button>
        <button type="button" className="button quiet" onClick={() => setOpen('delete')}>
          Delete File…
        </button>
      </div>
      {open === 'run' && (
        <Confirm
          title={`Import ${countOf(kind, writes)}?`}
          message={
            <div className="stack gap-2">
              <p>
                {kind === 'jobs'
                  ? 'They are closed, and only staff see them, until somebody opens them.'
                  : 'Nobody is emailed, and nobody’s list shows them as unread.'}
              </p>
              {erasable > 0 && (
                <p>
                  <strong>{`${countOf(kind, erasable)} would be erased tonight`}</strong>, as the
                  retention rules say.
                </p>
              )}
              {failed > 0 && <p>{`Lines with errors are left out: ${formatCount(failed)}.`}</p>}
            </div>
          }
          action={erasable > 0 ? 'Import Anyway' : 'Import'}
          busyAction="Importing..."
          danger={erasable > 0}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await runImport(id)
            await onChange()
          }}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title="Delete the file?"
          message="Nothing of it is imported."
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await deleteImport(id)
            await navigate({ to: '/applications/import' })
            await onChange()
          }}
        />
      )}
    </>
  )
}

function Problems({ row }: { row: Import }) {
  const { id, problems, problem_count } = row
  if (!problem_count) return null
  const lines = new Set(problems.map(({ line }) => line)).size
  return (
    <section className="stack gap-2" aria-labelledby="import-problems">
      <div className="between wrap">
        <h2 id="import-problems">{`${formatCount(problem_count)} ${problem_count === 1 ? 'line' : 'lines'} with a problem`}</h2>
        <button
          type="button"
          className="button small"
          onClick={() =>
            download(problemsOf(id)).catch((error: unknown) =>
              toast({ message: complaint('The problems were not downloaded', error) }),
            )
          }
        >
          Download as CSV
        </button>
      </div>
      <ul className={styles.problems}>
        {problems.map(({ line, column, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same problem twice
          <li key={index}>
            <strong>{`Line ${formatCount(line)}`}</strong>
            {column ? ` (${column}): ` : ': '}
            {message}
          </li>
        ))}
      </ul>
      {problem_count > lines && (
        <p className="note">{`These are the first ${formatCount(lines)}. The download has all.`}</p>
      )}
    </section>
  )
}

function Done({ row, onChange }: { row: Import; onChange: () => Promise<unknown> }) {
  const { id, kind, state, added, updated, skipped, failed, left } = row
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <section className="notice stack gap-2" aria-label="What was imported">
        <h2 tabIndex={-1} data-step-heading>
          {state === 'undone'
            ? 'The import was undone'
            : `${countOf(kind, added)} ${added === 1 ? 'was' : 'were'} added`}
        </h2>
        <ul>
          {state === 'undone' && left > 0 && (
            <li>{`${countOf(kind, left)} stayed: somebody has worked with them since`}</li>
          )}
          {state !== 'undone' && updated > 0 && <li>{`${countOf(kind, updated)} updated`}</li>}
          {state !== 'undone' && skipped > 0 && <li>{`${countOf(kind, skipped)} here already`}</li>}
          {state !== 'undone' && failed > 0 && (
            <li>{`${formatCount(failed)} ${failed === 1 ? 'line' : 'lines'} left out`}</li>
          )}
        </ul>
        <div className="row wrap">
          <Link className="button" to={kind === 'jobs' ? '/jobs' : '/applications'}>
            {kind === 'jobs' ? 'See the Jobs' : 'See the Applications'}
          </Link>
          {state !== 'undone' && left > 0 && (
            <button type="button" className="button quiet" onClick={() => setAsking(true)}>
              Undo Import…
            </button>
          )}
        </div>
      </section>
      {state !== 'undone' && <Problems row={row} />}
      {isAsking && (
        <Confirm
          title="Undo the import?"
          message={
            kind === 'jobs'
              ? 'Jobs that it added go to the trash, except those that somebody has changed or applied for.'
              : 'People whom it added are erased, except those whom somebody has changed, emailed or commented on. What it updated stays.'
          }
          action="Undo Import"
          busyAction="Undoing..."
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await undoImport(id)
            await onChange()
            await client.invalidateQueries({ queryKey: applicationsKey })
          }}
        />
      )}
    </>
  )
}
