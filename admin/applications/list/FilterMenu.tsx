import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import { placePanel } from '../../ui/place-panel.ts'
import { JobOptions } from '../JobSelect.tsx'
import { jobChoicesQuery } from '../queries.ts'
import { AnswerFilters } from './AnswerFilters.tsx'
import styles from './FilterMenu.module.css'
import { type ApplicationFilters, onlyFilters, onlyLabel, withdrawnLabel } from './filters.ts'
import type { Address } from './use-address.ts'

/** A button that opens all filters but the status and the search, which have their own place. */
export function FilterMenu({ address }: { address: Address }) {
  const { filters, filter } = address
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  function toggle(event: MouseEvent) {
    // The browser's own toggle fires its event later, and keys typed until then would be lost.
    event.preventDefault()
    if (!panel.current?.togglePopover() || !button.current) return
    placePanel(panel.current, button.current)
    panel.current.querySelector('select')?.focus()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    panel.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button small ${styles.button}`}
        aria-haspopup="dialog"
        popoverTarget={id}
        onClick={toggle}
      >
        Filter <Plus size={14} aria-hidden />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label="Filters"
        className={styles.panel}
        onKeyDown={press}
      >
        <JobFilter value={filters.job_id} onChange={(job_id) => filter({ job_id })} />
        <AnswerFilters address={address} />
        <div>
          {onlyFilters.map((name) => (
            <label key={name} className={styles.only}>
              <input
                type="checkbox"
                checked={Boolean(filters[name])}
                onChange={({ target }) => filter({ [name]: target.checked ? 'true' : undefined })}
              />
              {onlyLabel[name]}
            </label>
          ))}
        </div>
        <Field label="Withdrawn" htmlFor="filter-withdrawn">
          {(control) => (
            <select
              className="input"
              {...control}
              value={filters.withdrawn ?? ''}
              onChange={({ target }) =>
                filter({
                  withdrawn: (target.value || undefined) as ApplicationFilters['withdrawn'],
                })
              }
            >
              <option value="">Any</option>
              {(['false', 'true'] as const).map((value) => (
                <option key={value} value={value}>
                  {withdrawnLabel[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  )
}

type JobId = ApplicationFilters['job_id']

function JobFilter({ value, onChange }: { value: JobId; onChange: (id: JobId) => void }) {
  const { data: jobs, isPending } = useQuery(jobChoicesQuery)
  const chosen = value === 'all' ? undefined : value
  return (
    <Field label="Job" htmlFor="filter-job">
      {(control) => (
        <select
          className="input"
          {...control}
          value={value}
          onChange={(event) => onChange(Number(event.target.value) || 'all')}
        >
          <option value="all">All jobs</option>
          {!jobs && (
            <option value={isPending ? chosen : ''} disabled>
              {isPending ? 'Loading jobs…' : "Couldn't load the jobs"}
            </option>
          )}
          {!isPending && <JobOptions jobs={jobs} value={chosen} />}
        </select>
      )}
    </Field>
  )
}
