import styles from '../form/EditorFrame.module.css'

/** Says that a draft was restored, and offers to discard it. `lost` ends the sentence. */
export const RestoredNotice = ({
  lost = '',
  onDiscard,
}: {
  lost?: string
  onDiscard: () => void
}) => (
  <div className={`notice between wrap ${styles.restored}`} role="status">
    <p>We restored your unsaved changes{lost}.</p>
    <button type="button" className="button small" onClick={onDiscard}>
      Discard
    </button>
  </div>
)
