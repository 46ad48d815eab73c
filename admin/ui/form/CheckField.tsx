import type { ComponentProps } from 'react'
import styles from './CheckField.module.css'
import { FieldError } from './Field.tsx'

export function CheckField({
  id,
  label,
  help,
  error,
  ...input
}: {
  id: string
  label: string
  help?: string
  error?: string | undefined
} & ComponentProps<'input'>) {
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`line gap-3 ${styles.check}`}>
      <input type="checkbox" id={id} aria-describedby={described || undefined} {...input} />
      <div>
        <label htmlFor={id}>{label}</label>
        {help && (
          <p className="help" id={`${id}-help`}>
            {help}
          </p>
        )}
        <FieldError id={`${id}-error`} message={error} />
      </div>
    </div>
  )
}
