import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Copy, Plus, X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type Resolver, useWatch } from 'react-hook-form'
import {
  type ApplicationStatus,
  applicationStatuses,
} from '#api/hiring/applications/contract/status.ts'
import { maxStepDays, maxStepName } from '#api/hiring/hiring-steps/contract.ts'
import { stepsForJobQuery, stepsKey } from '../applications/steps/queries.ts'
import { currentOf } from '../lib/api/api.ts'
import { statusIcon, statusLabel, statusTone } from '../status/StatusBadge.tsx'
import { templateChoicesQuery } from '../templates/queries.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { ChangesBar } from '../ui/form/SaveBar.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { Loaded, Loading } from '../ui/States.tsx'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { type StepInput, type StepList, saveSteps, stepListQuery } from './queries.ts'
import { errorsOf, leftBehind, type Row, rowAt, rowsOf, stepsOf, withMoved } from './rows.ts'
import styles from './StepsEditor.module.css'

/** Saves steps that are typed and not saved; resolves to whether they are. */
export type SaveSteps = () => Promise<boolean | undefined>

/** The steps of the company, or of one job. */
export function StepsEditor({
  job,
  unsaved,
  hasBar = true,
}: {
  job: number | null
  /** Gets what the form around them calls before it saves; null while there is nothing to save. */
  unsaved?: RefObject<SaveSteps | null>
  /** False while the bar of the form around them is there, which saves them too. */
  hasBar?: boolean
}) {
  const list = useQuery(stepListQuery(job))
  // Each row has a choice of them: a list that comes later would move its buttons.
  const { isPending } = useQuery(templateChoicesQuery)
  if (isPending) return <Loading rows={4} />
  return (
    <Loaded query={list} failed="Failed to load the steps" rows={4}>
      {(data) => <Editor job={job} list={data} unsaved={unsaved} hasBar={hasBar} />}
    </Loaded>
  )
}

type Values = { rows: Row[] }
type Stored = StepList & { id: number; updated_at: string }

const asRow = (job: number | null, list: StepList): Stored => ({
  ...list,
  id: job ?? 0,
  updated_at: list.tag,
})
const valuesOf = (list?: Stored): Values => ({ rows: rowsOf(list?.steps ?? []) })

const resolver: Resolver<Values, unknown, StepInput[]> = ({ rows }) => {
  const messages = errorsOf(rows)
  const errors = rows.map(({ key }) => messages[key] && { name: { message: messages[key] } })
  return errors.some(Boolean)
    ? { values: {}, errors: { rows: errors } as FieldErrors<Values> }
    : { values: stepsOf(rows), errors: {} }
}

const inWords = (rows: Row[]) =>
  rows.map(({ name, status, days }) =>
    [statusLabel[status], name, days && `${days} days`].filter(Boolean).join(' · '),
  )

function Editor({
  job,
  list,
  unsaved,
  hasBar,
}: {
  job: number | null
  list: StepList
  unsaved: RefObject<SaveSteps | null> | undefined
  hasBar: boolean
}) {
  const client = useQueryClient()
  const state = useEntityForm<Values, StepInput[], Stored>({
    kind: 'steps',
    thing: 'list of steps',
    stored: asRow(job, list),
    valuesOf,
    resolver,
    names: { rows: 'Steps' },
    rows: { rows: ({ id }) => id },
    show: { rows: inWords },
    draftName: null,
    follows: true,
  })
  const { form, isDirty, base, startFrom } = state
  const query = stepListQuery(job)
  const saving = useSave(state, {
    save: (steps, tag = '') => saveSteps(job, steps, tag),
    key: stepsKey,
    messageOf: () => 'The steps are saved',
    failed: 'The steps were not saved',
    fieldOf: ([place], { rows }) => `rows.${rows.indexOf(rowAt(rows, Number(place)) as Row)}.name`,
    current: async (refusal) =>
      currentOf(refusal)
        ? asRow(job, await client.fetchQuery({ ...query, staleTime: 0 }))
        : undefined,
    onSaved: (saved) => {
      client.setQueryData(query.queryKey, saved)
      startFrom(asRow(job, saved))
    },
  })
  const rows = useWatch({ control: form.control, name: 'rows' })
  const { errors } = form.formState
  const [asked, setAsked] = useState<Row>()
  const [asksToLeave, setAsksToLeave] = useState(false)
  const root = useRef<HTMLDivElement>(null)

  const change = (next: Row[]) => {
    form.setValue('rows', next, { shouldDirty: true })
    form.clearErrors()
  }
  /** Focuses what `update` shows, before another key can be pressed. */
  const focusOn = (selector: string, update: () => void) => {
    flushSync(update)
    root.current?.querySelector<HTMLElement>(selector)?.focus()
  }
  const patch = (key: string, fields: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)))

  function add(status: ApplicationStatus) {
    const key = `new-${crypto.randomUUID()}`
    focusOn(`[data-step="${key}"] input`, () =>
      change([
        ...rows,
        { key, name: '', status, days: '', template_id: null, application_count: 0 },
      ]),
    )
  }
  function remove(row: Row) {
    focusOn(`[data-add="${row.status}"]`, () => {
      change(rows.filter(({ key }) => key !== row.key))
      // A dialog that is still open would take the focus back.
      setAsked(undefined)
    })
  }

  // Those that the job has until it has its own.
  const company = useQuery({
    ...stepsForJobQuery(job ?? 'all'),
    enabled: job !== null && !list.steps.length,
    staleTime: 0,
  })
  const left =
    job !== null && !list.steps.length && rows.length ? leftBehind(company.data ?? [], rows) : []

  async function save(isAgreed = false) {
    const asks = left.length > 0 && !isAgreed && !Object.keys(errorsOf(rows)).length
    setAsksToLeave(asks)
    if (asks || (await saving.submit())) return !asks
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
    return false
  }

  useLayoutEffect(() => {
    if (!unsaved) return
    unsaved.current = isDirty ? () => save() : null
    return () => {
      unsaved.current = null
    }
  })

  return (
    <div ref={root} className="stack gap-5">
      {job !== null && !rows.length && <CopySteps onCopy={change} />}
      {applicationStatuses.map((status) => (
        <Group
          key={status}
          status={status}
          rows={rows.filter((row) => row.status === status)}
          errorOf={(row) => errors.rows?.[rows.indexOf(row)]?.name?.message}
          onChange={patch}
          onMove={(row, by) => {
            focusOn(`[data-step="${row.key}"] [data-move="${by}"]`, () =>
              change(withMoved(rows, row.key, by)),
            )
          }}
          onRemove={(row) => (row.application_count ? setAsked(row) : remove(row))}
          onAdd={() => add(status)}
          onSave={() => save()}
        />
      ))}
      <SaveConflict saving={saving} />
      {hasBar ? (
        <ChangesBar
          state={state}
          failure={saving.failure}
          action="Save steps"
          onDiscard={() => startFrom(base)}
          onSave={() => save()}
        />
      ) : (
        saving.failure && (
          <div className="notice red" role="alert">
            <strong>{saving.failure}</strong>
          </div>
        )
      )}
      <UnsavedGuard dirty={isDirty} />
      {asksToLeave && (
        <Confirm
          title="Leave people without a step?"
          message={`This job gets steps of its own, without ${left.map(({ name, application_count }) => `“${name}” (${application_count})`).join(', ')}. The applications in them keep their status and are in no step. Add a step of the same name and status to take them along.`}
          action="Save steps"
          onConfirm={async () => {
            await save(true)
          }}
          onClose={() => setAsksToLeave(false)}
        />
      )}
      {asked && (
        <Confirm
          title={`Remove “${asked.name}”?`}
          message={`${asked.application_count === 1 ? '1 application is' : `${asked.application_count} applications are`} in this step. Once you save, they keep the status ${statusLabel[asked.status]} and are in no step.`}
          action="Remove"
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

/** New steps like those of the company. */
function CopySteps({ onCopy }: { onCopy: (rows: Row[]) => void }) {
  const { data } = useQuery(stepListQuery(null))
  if (!data?.steps.length) return null
  const copy = () =>
    rowsOf(data.steps).map(({ id: _, ...row }) => ({
      ...row,
      key: `new-${row.key}`,
      application_count: 0,
    }))
  return (
    <p>
      <button type="button" className="button small" onClick={() => onCopy(copy())}>
        <Copy size={15} aria-hidden /> Start with the company’s steps
      </button>
    </p>
  )
}

function Group({
  status,
  rows,
  errorOf,
  onChange,
  onMove,
  onRemove,
  onAdd,
  onSave,
}: {
  status: ApplicationStatus
  rows: Row[]
  errorOf: (row: Row) => string | undefined
  onChange: (key: string, fields: Partial<Row>) => void
  onMove: (row: Row, by: 1 | -1) => void
  onRemove: (row: Row) => void
  onAdd: () => void
  onSave: () => void
}) {
  const Icon = statusIcon[status]
  return (
    <fieldset>
      <legend className={styles.legend}>
        <span className={`badge state ${statusTone[status]}`}>
          <Icon size={13} aria-hidden /> {statusLabel[status]}
        </span>
      </legend>
      <ol className={`stack gap-2 ${styles.steps}`}>
        {rows.map((row, place) => (
          <StepRow
            key={row.key}
            row={row}
            number={place + 1}
            last={rows.length}
            error={errorOf(row)}
            onChange={(fields) => onChange(row.key, fields)}
            onMove={(by) => onMove(row, by)}
            onRemove={() => onRemove(row)}
            onSave={onSave}
          />
        ))}
      </ol>
      <button type="button" className="button quiet small" data-add={status} onClick={onAdd}>
        <Plus size={15} aria-hidden /> Add a step
        <span className="visually-hidden"> to {statusLabel[status]}</span>
      </button>
    </fieldset>
  )
}

function StepRow({
  row,
  number,
  last,
  error,
  onChange,
  onMove,
  onRemove,
  onSave,
}: {
  row: Row
  number: number
  last: number
  error: string | undefined
  onChange: (fields: Partial<Row>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onSave: () => void
}) {
  const { data: templates = [] } = useQuery(templateChoicesQuery)
  const name = row.name || `step ${number} of ${statusLabel[row.status]}`
  const errorId = `step-error-${row.key}`
  return (
    <li data-step={row.key}>
      <div className="row wrap">
        <input
          className={`input ${styles.name}`}
          aria-label={`Name of step ${number} of ${statusLabel[row.status]}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={row.name}
          maxLength={maxStepName}
          placeholder={number === 1 && row.status === 'pending' ? 'Phone call' : undefined}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
          onKeyDown={(event) => {
            // Else the form around it would be saved.
            if (event.key !== 'Enter') return
            event.preventDefault()
            onSave()
          }}
        />
        <label className={styles.days}>
          <span>Due after</span>
          <input
            className="input"
            type="number"
            min={1}
            max={maxStepDays}
            inputMode="numeric"
            aria-label={`Days until ${name} is due; empty for any time`}
            value={row.days}
            onChange={({ target }) => onChange({ days: target.value })}
          />
          <span>days</span>
        </label>
        {templates.length > 0 && (
          <label className={styles.mail}>
            <span>Email</span>
            <select
              className="input"
              aria-label={`Email to those who enter ${name}`}
              value={row.template_id ?? ''}
              onChange={({ target }) => onChange({ template_id: Number(target.value) || null })}
            >
              <option value="">None</option>
              {templates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span className={styles.buttons}>
          <IconButton
            label={`Move ${name} up`}
            move={-1}
            off={number === 1}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${name} down`}
            move={1}
            off={number === last}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <X size={16} aria-hidden />
          </IconButton>
        </span>
      </div>
      <FieldError id={errorId} message={error} />
    </li>
  )
}

const IconButton = ({
  label,
  move,
  off = false,
  onClick,
  children,
}: {
  label: string
  move?: 1 | -1
  off?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    className="button quiet small"
    aria-label={label}
    aria-disabled={off || undefined}
    data-move={move}
    onClick={() => !off && onClick()}
  >
    {children}
  </button>
)
