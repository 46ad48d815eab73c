import { useQuery } from '@tanstack/react-query'
import { summaryOf } from '#api/hiring/evaluations/contract/verdict.ts'
import { LoadingText } from '../../ui/States.tsx'
import styles from './Evaluations.module.css'
import { evaluationsQuery, isShown, ownEvaluationQuery } from './queries.ts'

/** The verdicts on an application in one line, or why they are hidden. */
export function Summary({ id }: { id: number }) {
  const own = useQuery(ownEvaluationQuery(id))
  const sees = own.data !== undefined && isShown(own.data)
  const all = useQuery({ ...evaluationsQuery(id), enabled: sees })
  const failed = [own, all].find(({ data, error }) => error && data === undefined)
  if (failed)
    return (
      <span role="alert">
        Failed to load{' '}
        <button type="button" className="button small" onClick={() => failed.refetch()}>
          Retry
        </button>
      </span>
    )
  if (own.data && !sees) {
    const { given } = own.data.evaluation
    return (
      <span className={styles.none}>
        {given
          ? `${given} ${given === 1 ? 'evaluation' : 'evaluations'}, hidden until yours`
          : 'None'}
      </span>
    )
  }
  if (!all.data) return <LoadingText />
  return (
    summaryOf(all.data.map(({ verdict }) => verdict)) || <span className={styles.none}>None</span>
  )
}
