import '../ui/blocks/blocks.css'
import { useId } from 'react'
import styles from './BlockPanel.module.css'
import { noSubmit } from './no-submit.ts'

/** The icon of an entry. */
export function IconField({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.icons}>
      <legend className="label">{label}</legend>
      {options.map((option) => (
        <label key={option} title={option}>
          <input
            type="radio"
            name={name}
            value={option}
            aria-label={option.replaceAll('-', ' ')}
            checked={option === value}
            onChange={() => onChange(option)}
            onKeyDown={noSubmit}
          />
          <span className="block-icon" data-icon={option} />
        </label>
      ))}
    </fieldset>
  )
}
