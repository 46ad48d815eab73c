import { ChevronRight } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { JobFormState } from '../queries.ts'
import sectionStyles from '../Section.module.css'
import styles from './PayTransparency.module.css'
import { countPoints, transparencyRules } from './rules.ts'

/** What laws ask of the ad of a job in these places. Nothing where none is known; it never blocks. */
export function PayTransparency({ form: { control } }: { form: JobFormState }) {
  const values = useWatch({ control })
  const rules = transparencyRules(values as Parameters<typeof transparencyRules>[0])
  if (!rules.length) return null
  const count = countPoints(rules)
  return (
    <details className={sectionStyles.section}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <h3>Pay transparency</h3>
        <span className={`meta ${sectionStyles.said}`}>
          {count === 0 ? 'Nothing is missing' : count === 1 ? '1 point' : `${count} points`}
        </span>
      </summary>
      <div className={`stack gap-5 ${sectionStyles.fields}`}>
        <p className="help">
          What laws ask of ads for jobs in these places. This is not legal advice: they change, and
          have exceptions. You can save and publish in any case.
        </p>
        {rules.map(({ name, points, besides, source }) => (
          <section key={name} className="stack gap-2">
            <h4>{name}</h4>
            {points.length > 0 && (
              <ul className={styles.points}>
                {points.map(({ field, text }) => (
                  <li key={text}>
                    <strong>{field}</strong>
                    <span>{`: ${text}`}</span>
                  </li>
                ))}
              </ul>
            )}
            <p className="note">{besides}</p>
            <p className="meta">
              <a href={source.url} target="_blank" rel="noreferrer">
                {source.label}
              </a>
            </p>
          </section>
        ))}
      </div>
    </details>
  )
}
