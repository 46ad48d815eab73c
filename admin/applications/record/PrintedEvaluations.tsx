import { useQuery } from '@tanstack/react-query'
import { scoreLabel, verdictLabel } from '#api/hiring/evaluations/contract/verdict.ts'
import { evaluationsQuery, isShown, ownEvaluationQuery } from '../evaluations/queries.ts'
import styles from './PrintedEvaluations.module.css'

/** The evaluations that the reader may see, on paper only: their tab may be closed then. */
export function PrintedEvaluations({ id }: { id: number }) {
  const own = useQuery(ownEvaluationQuery(id))
  const { data = [] } = useQuery({
    ...evaluationsQuery(id),
    enabled: own.data !== undefined && isShown(own.data),
  })
  const given = data.filter(({ verdict }) => verdict !== null)
  if (!given.length) return null
  return (
    <section className={styles.printed} aria-labelledby="printed-evaluations">
      <h2 id="printed-evaluations">Evaluations</h2>
      {given.map(({ id, author_name, verdict, text, criteria }) => (
        <article key={id}>
          <p>
            <strong>{author_name}</strong>
            {verdict && <span>{`: ${verdictLabel[verdict]}`}</span>}
          </p>
          {text && <p className={styles.text}>{text}</p>}
          {criteria.map(
            ({ name, score }) =>
              score !== null && <p key={name}>{`${name}: ${scoreLabel[score]}`}</p>,
          )}
        </article>
      ))}
    </section>
  )
}
