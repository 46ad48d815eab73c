import type { ComponentProps } from 'react'

type Props = {
  name: string
  label: string
  /** Shown beside the label of a field that may stay empty. */
  optional: string
  help?: string | null
  defaultValue: string
  error: string | undefined
  onEdit: () => void
  required: boolean
  /** In characters, the same as the server's limit. */
  max?: number
  /** A text area. */
  isLong?: boolean
} & Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'type'>

export function TextField({
  name,
  label,
  optional,
  help,
  error,
  onEdit,
  required,
  max,
  isLong,
  ...input
}: Props) {
  const Control = isLong ? 'textarea' : 'input'
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {!required && <span className="optional">{optional}</span>}
      </label>
      <Control
        className="input"
        dir={input.type ? undefined : 'auto'}
        id={name}
        name={name}
        required={required}
        maxLength={max}
        aria-invalid={Boolean(error)}
        aria-describedby={help ? `${name}-help ${name}-error` : `${name}-error`}
        onInput={onEdit}
        {...(isLong && { rows: 5 })}
        {...input}
      />
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
