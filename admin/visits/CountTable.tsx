import type { ReactNode } from 'react'
import { formatCount } from '../lib/text/format.ts'
import styles from './Visits.module.css'

type Counts = { views: number; applications: number }

/** Applications per view; a dash where there are no views to compare with. */
export const rate = ({ views, applications }: Counts) =>
  views
    ? (applications / views).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
    : '–'

export const CountTable = ({
  caption,
  what,
  rows,
}: {
  caption: string
  /** Heads the first column. */
  what: string
  rows: (Counts & { key: string | number; name: ReactNode })[]
}) => (
  <table className={styles.table}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{what}</th>
        <th scope="col">Views</th>
        <th scope="col">Applications</th>
        <th scope="col">Rate</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, name, ...counts }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          <td>{formatCount(counts.views)}</td>
          <td>{formatCount(counts.applications)}</td>
          <td>{rate(counts)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
