import { describedBy, Required } from './described-by.tsx'

type Props = {
  name: string
  label: string
  /** What label and help are written in. */
  lang?: string | undefined
  /** Shown beside the label of a field that may stay empty. */
  optional: string
  required: boolean
  /** Read by screen readers, of a required group. */
  requiredText: string
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
  const { lang, requiredText, help, choices, defaultValue, error, onEdit } = props
  const chosen = defaultValue.split(/\r?\n/)
  return (
    <fieldset className="field" aria-describedby={describedBy(name, { help, required })}>
      <legend className="label">
        <span lang={lang}>{label}</span> {!required && <span className="optional">{optional}</span>}
      </legend>
      {required && <Required {...{ name }} text={requiredText} />}
      <div>
        {choices.map(([value, text], at) => (
          <label key={value}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              id={at ? `${name}-${at}` : name}
              name={name}
              value={value}
              required={required && !isMultiple}
              defaultChecked={value !== '' && chosen.includes(value)}
              aria-invalid={Boolean(error)}
              onChange={onEdit}
            />
            <span dir="auto" lang={value === text ? lang : undefined}>
              {text}
            </span>
          </label>
        ))}
      </div>
      {help && (
        <p className="help" id={`${name}-help`} lang={lang}>
          {help}
        </p>
      )}
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </fieldset>
  )
}
