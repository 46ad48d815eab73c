import { Moment } from '../ui/Moment.tsx'
import styles from './Privacy.module.css'
import type { Privacy } from './queries.ts'
import { sentenceOf, totalOf } from './words.ts'

/** The last runs, as numbers only. */
export const Runs = ({ privacy: { runs, next_run_at } }: { privacy: Privacy }) => (
  <>
    <p className={styles.lead}>Runs daily.</p>
    {next_run_at && (
      <p className={styles.lead}>
        The next run is on <Moment at={next_run_at} />.
      </p>
    )}
    {runs.length === 0 && <p className={styles.none}>Nothing yet.</p>}
    <ul className={styles.runs}>
      {runs.map((run) => (
        <li key={run.id}>
          <Moment at={run.started_at} />
          <span>{outcomeOf(run)}</span>
        </li>
      ))}
    </ul>
  </>
)

function outcomeOf(run: Privacy['runs'][number]) {
  if (run.skipped) return 'Skipped: the clock had moved by more than two days, or back'
  const erased = totalOf(run) ? sentenceOf(run) : 'Nothing'
  return run.ended_at ? erased : `${erased} so far`
}
