import styles from './Plot.module.css'
import type { Row } from './queries.ts'
import { countText } from './text.ts'

const parts = ['applications', 'shortlisted', 'selected'] as const
const names = { applications: 'Applications', shortlisted: 'Shortlisted', selected: 'Selected' }

/** More have no room; the table has them all. */
const maxBars = 12

/**
 * How many applied, and how many of them were shortlisted and selected. Months are columns, the rest
 * bars. Hidden from screen readers: the table says the same.
 */
export function Plot({ rows, areMonths }: { rows: Row[]; areMonths: boolean }) {
  const max = Math.max(1, ...rows.map(({ applications }) => applications))
  return (
    <figure className={`stack ${styles.plot}`} aria-hidden="true">
      <figcaption className={`row wrap note ${styles.legend}`}>
        {parts.map((part) => (
          <span key={part} className="row">
            <svg aria-hidden="true" className={styles.swatch}>
              <rect className={styles[part]} width="100%" height="100%" />
            </svg>
            {names[part]}
          </span>
        ))}
      </figcaption>
      {areMonths ? <Columns rows={rows} max={max} /> : <Bars rows={rows} max={max} />}
    </figure>
  )
}

function Bars({ rows, max }: { rows: Row[]; max: number }) {
  const left = rows.length - maxBars
  return (
    <>
      <ol className={`stack gap-3 ${styles.bars}`}>
        {rows.slice(0, maxBars).map((row) => (
          <li key={row.key}>
            <div className="between">
              <span className="clip">{row.label}</span>
              <span className="note tabular">{countText(row.applications)}</span>
            </div>
            <svg aria-hidden="true" className={styles.bar}>
              {parts.map((part) => (
                <rect
                  key={part}
                  className={styles[part]}
                  width={`${(100 * row[part]) / max}%`}
                  height="100%"
                />
              ))}
            </svg>
          </li>
        ))}
      </ol>
      {left > 0 && <p className="note">{`and ${left} more in the table`}</p>}
    </>
  )
}

const height = 220
/** Above the columns, for the number of the highest. */
const top = 20
const ofMonth = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** 'Jan', or the year where it begins. */
const monthText = (key: string) =>
  key.endsWith('-01') ? `’${key.slice(2, 4)}` : ofMonth.format(new Date(`${key}-01`))

function Columns({ rows, max }: { rows: Row[]; max: number }) {
  const heightOf = (count: number) => ((height - top) * count) / max
  const every = Math.ceil(rows.length / 12)
  const at = (place: number) => `${(100 * place) / rows.length}%`
  return (
    <svg aria-hidden="true" className={styles.columns} height={height + 24}>
      <line className={styles.line} x1="0" x2="100%" y1={height} y2={height} />
      {rows.map((row, place) => (
        <g key={row.key}>
          {parts.map((part) => (
            <rect
              key={part}
              className={styles[part]}
              x={at(place + 0.14)}
              width={at(0.72)}
              y={height - heightOf(row[part])}
              height={heightOf(row[part])}
            />
          ))}
          {rows.length <= 24 && row.applications > 0 && (
            <text
              className={styles.count}
              x={at(place + 0.5)}
              y={height - heightOf(row.applications) - 6}
            >
              {row.applications}
            </text>
          )}
          {place % every === 0 && (
            <text className={styles.count} x={at(place + 0.5)} y={height + 18}>
              {monthText(row.key)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
