import type { ComponentProps } from 'react'
import { describedBy, Required } from './described-by.tsx'

type Props = {
  name: string
  label: string
  /** What label and help are written in. */
  lang?: string | undefined
  /** Shown beside the label of a field that may stay empty. */
  optional: string
  help?: string | null
  defaultValue: string
  error: string | undefined
  onEdit: () => void
  required: boolean
  /** Read by screen readers, of a required date. */
  requiredText: string
  /** In characters, the same as the server's limit. */
  max?: number
  /** A text area. */
  isLong?: boolean
} & Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'type'>

export function TextField({
  name,
  label,
  lang,
  optional,
  help,
  error,
  onEdit,
  required,
  requiredText,
  max,
  isLong,
  ...input
}: Props) {
  const isRequiredDate = required && input.type === 'date'
  const Control = isLong ? 'textarea' : 'input'
  return (
    <div className="field">
      <label htmlFor={name}>
        <span lang={lang}>{label}</span> {!required && <span className="optional">{optional}</span>}
      </label>
      <Control
        className="input"
        dir={input.type ? undefined : 'auto'}
        id={name}
        name={name}
        required={required}
        maxLength={max}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(name, { help, required: isRequiredDate })}
        onInput={onEdit}
        {...(isLong && { rows: 5 })}
        {...input}
      />
      {isRequiredDate && <Required {...{ name }} text={requiredText} />}
      {help && (
        <p className="help" id={`${name}-help`} lang={lang}>
          {help}
        </p>
      )}
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
