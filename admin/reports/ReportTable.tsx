import { groups, type HiringReport, type ReportFilters } from './queries.ts'
import styles from './ReportTable.module.css'
import { countText } from './text.ts'

type Counts = HiringReport['total']

const columns = [
  ['views', 'Views'],
  ['applications', 'Applications'],
  ['shortlisted', 'Shortlisted'],
  ['selected', 'Selected'],
  ['rejected', 'Rejected'],
  ['withdrawn', 'Withdrawn'],
  ['days_to_response', 'First response'],
  ['days_to_decision', 'Decision'],
] as const satisfies [keyof Counts, string][]

const cell = (name: keyof Counts, value: number | null) =>
  name.startsWith('days_') && value !== null ? value.toLocaleString('en') : countText(value)

export function ReportTable({
  report: { rows, total },
  group,
}: {
  report: HiringReport
  group: ReportFilters['group']
}) {
  // Not counted, or not known of these rows.
  const hasViews = Boolean(total.views) && rows.some(({ views }) => views !== null)
  const shown = columns.filter(([name]) => name !== 'views' || hasViews)
  const what = groups[group]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className={styles.room} aria-label={`By ${what.toLowerCase()}`} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{`By ${what.toLowerCase()}`}</caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {shown.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
                {name.startsWith('days_') && <span className={styles.unit}> days, median</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {shown.map(([name]) => (
                <td key={name}>{cell(name, row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All applications</th>
            {shown.map(([name]) => (
              <td key={name}>{cell(name, total[name])}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
