import { Mail } from 'lucide-react'
import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import styles from './NotifyChoice.module.css'
import { notifyLabel } from './words.ts'

/** Beside the status buttons: whether a decision tells the candidate. */
export const NotifyChoice = ({
  tell,
  onChange,
}: {
  tell: Tell | undefined
  onChange: (tell: Tell) => void
}) => (
  <label className={styles.choice}>
    <Mail size={16} aria-hidden />
    <span className="visually-hidden">Email the candidate</span>
    <select
      className="input"
      value={tell ?? ''}
      onChange={({ target }) => onChange(target.value as Tell)}
    >
      {!tell && <option value="" />}
      {tells.map((option) => (
        <option key={option} value={option}>
          {notifyLabel[option]}
        </option>
      ))}
    </select>
  </label>
)
