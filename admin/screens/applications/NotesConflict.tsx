import { RichText } from '../../ui/RichText.tsx'
import styles from './NotesConflict.module.css'

/** The notes as someone else has saved them meanwhile, beside one's own. */
export const NotesConflict = ({ notes, onTake }: { notes: string; onTake: () => void }) => (
  <section className={`notice red ${styles.conflict}`} role="alert" aria-labelledby="theirs">
    <h3 id="theirs">Someone else has changed these notes</h3>
    <p>
      Their version is below. Save to replace it with yours, or take over from it what you need.
    </p>
    <div className={styles.theirs}>
      {notes ? <RichText html={notes} /> : <p className="help">They removed all notes.</p>}
    </div>
    <button type="button" className="button small" onClick={onTake}>
      Use their version
    </button>
  </section>
)
