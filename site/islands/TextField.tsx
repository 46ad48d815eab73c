type Props = {
  name: string
  label: string
  /** Shown beside the label of a field that may stay empty. */
  optional: string
  defaultValue: string
  error: string | undefined
  onEdit: () => void
  required: boolean
  autoComplete: string
  /** In characters, the same as the server's limit. */
  max: number
  type?: string
}

export function TextField({
  name,
  label,
  optional,
  error,
  onEdit,
  required,
  max,
  ...input
}: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {!required && <span className="optional">{optional}</span>}
      </label>
      <input
        className="input"
        dir={input.type ? undefined : 'auto'}
        id={name}
        name={name}
        required={required}
        maxLength={max}
        aria-invalid={Boolean(error)}
        aria-describedby={`${name}-error`}
        onInput={onEdit}
        {...input}
      />
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
