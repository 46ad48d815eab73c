type Props = {
  name: string
  label: string
  /** Shown beside the label of a field that may stay empty. */
  optional: string
  required: boolean
  help: string | null
  /** Whether several may be chosen. */
  isMultiple: boolean
  /** Value and label. */
  choices: [string, string][]
  /** Values, one a line. */
  defaultValue: string
  error: string | undefined
  onEdit: () => void
}

/** Radio buttons or checkboxes. The first one's id is the name, so that links to the field work. */
export function ChoiceField({ name, label, optional, required, isMultiple, ...props }: Props) {
  const { help, choices, defaultValue, error, onEdit } = props
  const chosen = defaultValue.split(/\r?\n/)
  return (
    <fieldset
      className="field"
      aria-describedby={help ? `${name}-help ${name}-error` : `${name}-error`}
    >
      <legend className="label">
        {label} {!required && <span className="optional">{optional}</span>}
      </legend>
      <div>
        {choices.map(([value, text], at) => (
          <label key={value}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              id={at ? `${name}-${at}` : name}
              name={name}
              value={value}
              required={required && !isMultiple}
              defaultChecked={chosen.includes(value)}
              data-invalid={Boolean(error)}
              onChange={onEdit}
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </div>
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </fieldset>
  )
}
