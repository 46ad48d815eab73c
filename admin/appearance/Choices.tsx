import { type ReactNode, useId } from 'react'
import styles from './Appearance.module.css'

type Option<T> = { value: T; label: string; help?: ReactNode; sample?: ReactNode }

/** Radio buttons as a row of segments, or as cards, which have room for a sample. */
export function Choices<T extends string>({
  legend,
  options,
  value,
  onChange,
  kind = 'segments',
}: {
  legend: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
  kind?: 'segments' | 'cards' | 'list'
}) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className="label">{legend}</legend>
      <div className={styles[kind]}>
        {options.map(({ value: each, label, help, sample }) => (
          <label
            key={each}
            className={styles.choice}
            data-value={each}
            title={kind === 'segments' && sample ? label : undefined}
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {sample}
            <span className={styles.choiceLabel}>{label}</span>
            {help && <span className={styles.choiceHelp}>{help}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
