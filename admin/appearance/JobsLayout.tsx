import styles from './Appearance.module.css'
import { Choices } from './Choices.tsx'
import type { Values } from './values.ts'

type Layout = Values['jobs_layout']

export const JobsLayout = ({
  value,
  onChange,
}: {
  value: Layout
  onChange: (layout: Layout) => void
}) => (
  <Choices
    legend="Layout"
    kind="cards"
    value={value}
    onChange={onChange}
    options={[
      { value: 'cards', label: 'Cards', help: 'With a few lines of each.', sample: <Cards /> },
      { value: 'rows', label: 'Rows', help: 'Grouped by team.', sample: <Rows /> },
    ]}
  />
)

const Cards = () => (
  <svg className={styles.drawing} viewBox="0 0 96 56" aria-hidden>
    {[4, 30].map((y) =>
      [4, 35, 66].map((x) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <rect width="26" height="22" rx="2" />
          <path className={styles.bold} d="M4 6h14" />
          <path d="M4 11h18M4 15h12" />
        </g>
      )),
    )}
  </svg>
)

const Rows = () => (
  <svg className={styles.drawing} viewBox="0 0 96 56" aria-hidden>
    {[4, 31].map((y) => (
      <g key={y} transform={`translate(4 ${y})`}>
        <path className={styles.bold} d="M0 2h20" />
        <path d="M0 10h34M46 10h16M74 10h14M0 18h26M46 18h20M74 18h14" />
        <path className={styles.line} d="M0 6h88M0 14h88M0 22h88" />
      </g>
    ))}
  </svg>
)
