import { auditWords } from '#api/core/audit/contract.ts'
import { lastDay } from '../lib/text/format.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import styles from './AuditFilterBar.module.css'
import type { AuditFilters } from './queries.ts'

type Filter = (change: Partial<AuditFilters>, replace?: boolean) => void

const capital = (words: string) => words[0]?.toUpperCase() + words.slice(1)

export function AuditFilterBar({ filters, onFilter }: { filters: AuditFilters; onFilter: Filter }) {
  const { action, q, from, to } = filters
  return (
    <div className={styles.filters}>
      <SearchBox
        q={q}
        onSearch={(words) => onFilter({ q: words }, true)}
        label="Search the activity log"
        hint="Search by person, item or IP"
      />
      <select
        className="input"
        aria-label="Action"
        value={action}
        onChange={(event) => onFilter({ action: event.target.value as AuditFilters['action'] })}
      >
        <option value="all">All actions</option>
        {Object.entries(auditWords).map(([name, words]) => (
          <option key={name} value={name}>
            {capital(words)}
          </option>
        ))}
      </select>
      <Day label="From" value={from} onChange={(day) => onFilter({ from: day })} />
      <Day label="To" value={to} onChange={(day) => onFilter({ to: day })} />
    </div>
  )
}

const Day = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) => (
  <label className={`row soft ${styles.day}`}>
    <span>{label}</span>
    <input
      className="input"
      type="date"
      max={lastDay}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  </label>
)
