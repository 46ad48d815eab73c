import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import {
  encodings,
  fieldsOf,
  type ImportField,
  missingField,
  separators,
} from '#api/office/imports/contract/fields.ts'
import { JobOptions } from '../applications/JobSelect.tsx'
import { jobChoicesQuery } from '../applications/queries.ts'
import { sentence } from '../lib/api/api-error.ts'
import { Field, FieldError } from '../ui/form/Field.tsx'
import styles from './Imports.module.css'
import {
  changeImport,
  checkImport,
  type Import,
  type ImportChange,
  importQuery,
} from './queries.ts'
import { dateOrderWords, fieldWords, separatorWords } from './words.ts'

const statusWords = {
  pending: 'Pending',
  shortlisted: 'Shortlisted',
  rejected: 'Rejected',
  selected: 'Selected',
}

/** What the columns mean and how the file is read, with its first lines. */
export function Columns({ row, onChecked }: { row: Import; onChecked: () => Promise<void> }) {
  const id = useId()
  const client = useQueryClient()
  const { queryKey } = importQuery(row.id)
  const saved = useRef<Promise<unknown>>(Promise.resolve())
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { kind, columns, mapping, options, job_id, preview } = row
  const jobs = useQuery({ ...jobChoicesQuery, enabled: kind === 'applications' })

  /**
   * Each choice is kept at once, one after the other: the first lines then say what is wrong with them.
   */
  function change(json: ImportChange) {
    setError(undefined)
    saved.current = saved.current
      .then(() => changeImport(row.id, json))
      .then((changed) => client.setQueryData(queryKey, changed))
      .catch((failure) => setError(sentence(failure, 'This was not kept. Try again.')))
  }

  async function check(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    await saved.current
    const { mapping, job_id } = client.getQueryData(queryKey) ?? row
    const lacking = missingField(kind, mapping, job_id)
    setError(lacking)
    if (lacking) return setBusy(false)
    try {
      await checkImport(row.id)
      await onChecked()
    } catch (failure) {
      setError(sentence(failure, 'The check did not begin. Try again.'))
      setBusy(false)
    }
  }
  const unknown = row.unknown_statuses
  return (
    <form className="stack" noValidate onSubmit={check}>
      {columns.some((column) => /\S@\S+\.\S/.test(column)) && (
        <p className="notice" role="note">
          The first line has an email address. It is read as the names of the columns, and is not
          imported: if it is a person’s, add a line of names above it and upload the file again.
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.columns}>
          <caption tabIndex={-1} data-step-heading>
            What the columns mean, and the first lines of the file
          </caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <span className={styles.column}>{column}</span>
                  <select
                    className="input"
                    aria-label={`Meaning of ${column}`}
                    value={mapping[column] ?? ''}
                    onChange={(event) =>
                      change({
                        mapping: { [column]: (event.target.value || null) as ImportField | null },
                      })
                    }
                  >
                    <option value="">Don’t import</option>
                    {fieldsOf[kind].map((field) => (
                      <option key={field} value={field}>
                        {fieldWords[field]}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ line, cells, problems }) => (
              <tr key={line} data-wrong={problems.length > 0 || undefined}>
                <th scope="row">{line}</th>
                {columns.map((column, index) => (
                  <td key={column} data-off={mapping[column] ? undefined : true}>
                    {cells[index]}
                    {problems
                      // What is wrong with the whole line is said in its first cell.
                      .filter((problem) => (problem.column ?? columns[0]) === column)
                      .map(({ message }) => (
                        <span key={message} className={styles.wrong}>
                          {message}
                        </span>
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.options}>
        {kind === 'applications' && (
          <Field
            label="Job for all"
            htmlFor={`${id}-job`}
            optional
            help="For people whose own job isn’t named, or isn’t here"
          >
            {(props) => (
              <select
                {...props}
                className="input"
                value={job_id ?? ''}
                onChange={(event) => change({ job_id: Number(event.target.value) || null })}
              >
                <option value="">Each their own</option>
                <JobOptions jobs={jobs.data} value={job_id ?? undefined} />
              </select>
            )}
          </Field>
        )}
        <Select
          id={`${id}-dates`}
          label="Dates"
          value={options.date_order}
          words={dateOrderWords}
          onChange={(date_order) => change({ options: { date_order } })}
        />
        {kind === 'applications' && (
          <Select
            id={`${id}-duplicates`}
            label="People who are here already"
            value={options.duplicates}
            words={{ skip: 'Leave them alone', update: 'Update name, email, phone and letter' }}
            onChange={(duplicates) => change({ options: { duplicates } })}
          />
        )}
        <Select
          id={`${id}-encoding`}
          label="Characters"
          value={options.encoding as keyof typeof encodings}
          words={encodings}
          onChange={(encoding) => change({ options: { encoding } })}
        />
        <Select
          id={`${id}-separator`}
          label="Separator"
          value={options.separator as (typeof separators)[number]}
          words={Object.fromEntries(separators.map((sign) => [sign, separatorWords[sign] ?? sign]))}
          onChange={(separator) => change({ options: { separator } })}
        />
      </div>
      {unknown.length > 0 && (
        <fieldset className={styles.statuses}>
          <legend className="label">Words for a status that aren’t known</legend>
          {unknown.map((word) => (
            <Field key={word} label={word} htmlFor={`${id}-status-${word}`}>
              {(props) => (
                <select
                  {...props}
                  className="input"
                  value={options.statuses?.[word] ?? ''}
                  onChange={(event) => {
                    const { [word]: _, ...others } = (options.statuses ?? {}) as NonNullable<
                      NonNullable<ImportChange['options']>['statuses']
                    >
                    const status = event.target.value as keyof typeof statusWords | ''
                    change({
                      options: { statuses: status ? { ...others, [word]: status } : others },
                    })
                  }}
                >
                  <option value="">Don’t import these people</option>
                  {Object.entries(statusWords).map(([status, shown]) => (
                    <option key={status} value={status}>
                      {shown}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </fieldset>
      )}
      <FieldError id={`${id}-error`} message={error} />
      <div>
        <button type="submit" className="button primary" aria-disabled={isBusy}>
          {isBusy ? 'Checking...' : 'Check All Lines'}
        </button>
      </div>
    </form>
  )
}

function Select<Value extends string>({
  id,
  label,
  value,
  words,
  onChange,
}: {
  id: string
  label: string
  value: Value
  words: { [key in Value]?: string }
  onChange: (value: Value) => void
}) {
  return (
    <Field label={label} htmlFor={id}>
      {(props) => (
        <select
          {...props}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {Object.entries<string | undefined>(words).map(([one, word]) => (
            <option key={one} value={one}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
