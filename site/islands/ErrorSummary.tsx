import styles from './ApplicationForm.module.css'

export const labels: Record<string, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  motivation_letter: 'Motivation letter',
  resume: 'Resume',
}

/** The form's error, and links to the fields that need correcting. */
export const ErrorSummary = ({ message, fields }: { message: string; fields: string[] }) => (
  <>
    {message && (
      <div className="notice red" role="alert" tabIndex={-1} data-box>
        <h3>Application Error</h3>
        <p>{message}</p>
      </div>
    )}
    {fields.length > 0 && (
      <div className={styles.summary} role="alert">
        <p>
          {fields.length === 1
            ? 'One thing needs your attention: '
            : `${fields.length} things need your attention: `}
          {fields.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <a href={`#${name}`}>{labels[name]}</a>
            </span>
          ))}
        </p>
      </div>
    )}
  </>
)
