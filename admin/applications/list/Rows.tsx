import { useRef } from 'react'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import type { ApplicationFilters } from '../filters.ts'
import type { ListedApplication } from '../queries.ts'
import { useSetStatus } from '../status/use-set-status.ts'
import { ApplicationRow } from './ApplicationRow.tsx'
import { useGridKeys, useHeldRow, useReturnFocus } from './grid-keys.ts'
import { ListHead } from './ListHead.tsx'
import styles from './Rows.module.css'
import type { SelectionControl } from './use-selection.ts'

/** One page of the list. `waiting` while the rows are those of the previous filters. */
export function Rows({
  rows,
  waiting,
  sort,
  isPool,
  onSort,
  selection,
  onNotes,
}: {
  rows: ListedApplication[]
  waiting: boolean
  sort: ApplicationFilters['sort']
  isPool: boolean
  onSort: (sort: ApplicationFilters['sort']) => void
  selection: SelectionControl
  onNotes: (id: number) => void
}) {
  const grid = useRef<HTMLDivElement>(null)
  const hold = useHeldRow(grid, rows)
  useReturnFocus(grid)
  const { mutate } = useSetStatus()
  const toggle = (id: number, range: boolean) => selection.toggle(id, rows, range)
  const selectPage = (on: boolean) =>
    selection.mark(
      rows.map(({ id }) => id),
      on,
    )
  useGridKeys(grid, {
    onToggle: toggle,
    onSelectPage: () => selectPage(true),
    onClear: selection.clear,
  })

  function set(application: ListedApplication, status: ApplicationStatus) {
    hold(application.id)
    // The button pressed is disabled then.
    grid.current?.querySelector<HTMLElement>(`[data-row="${application.id}"]`)?.focus()
    mutate({ application, status })
  }

  return (
    <div className={styles.rows} data-waiting={waiting || undefined}>
      <ListHead
        {...{ sort, isPool }}
        onSort={onSort}
        selected={rows.filter(({ id }) => selection.has(id)).length}
        total={rows.length}
        onSelect={selectPage}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: cards on a phone, which no table can be */}
      <div
        ref={grid}
        id="application-rows"
        role="grid"
        aria-label="Applications"
        aria-multiselectable
        aria-busy={waiting}
      >
        {rows.map((application) => (
          <ApplicationRow
            key={application.id}
            {...{ application, isPool }}
            selected={selection.has(application.id)}
            onToggle={(range) => toggle(application.id, range)}
            onStatus={(status) => set(application, status)}
            onNotes={() => onNotes(application.id)}
          />
        ))}
      </div>
      <p className={`meta ${styles.hint}`}>
        <kbd>J</kbd>/<kbd>K</kbd> to move, <kbd>Enter</kbd> to open, <kbd>X</kbd> to select,{' '}
        <kbd>Ctrl</kbd>
        <kbd>A</kbd> to select all, <kbd>?</kbd> for more
      </p>
    </div>
  )
}
