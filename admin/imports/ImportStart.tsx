import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { maxCsvBytes, maxZipBytes } from '#api/office/imports/contract/fields.ts'
import { sentence } from '../lib/api/api-error.ts'
import { Field } from '../ui/form/Field.tsx'
import { Moment } from '../ui/Moment.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import styles from './Imports.module.css'
import { type Import, importListQuery, importsKey, uploadImport } from './queries.ts'
import { stateWords } from './words.ts'

const largest = `A CSV file of at most ${maxCsvBytes / 1_048_576} MB, or a ZIP of at most 1 GB with a CSV file and the resumes that it names.`

/** Why the file can't be sent; undefined when it can. */
function fault({ name, size }: File): string | undefined {
  if (/\.xlsx?$/i.test(name)) return 'Save the workbook as CSV, then choose that file'
  if (size === 0) return 'This file is empty'
  const isZip = /\.zip$/i.test(name)
  if (size > (isZip ? maxZipBytes : maxCsvBytes))
    return 'This file is too large: split it into several'
  return
}

/** The choice of a file, and the imports so far. */
export default function ImportStart() {
  const list = useQuery(importListQuery)
  return (
    <>
      <PageHeader
        title="Import"
        description="Bring people and jobs from another program or a spreadsheet. Nobody is emailed, and nothing is imported before you have seen what would be."
        back={{ to: '/applications', label: 'Back to Applications' }}
      />
      <Choose />
      <Loaded query={list} failed="Failed to load the imports">
        {(imports) => imports.length > 0 && <Earlier imports={imports} />}
      </Loaded>
    </>
  )
}

function Choose() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [kind, setKind] = useState<Import['kind']>('applications')
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<string>()

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sent !== undefined) return
    const wrong = file ? fault(file) : 'Choose a file'
    setError(wrong)
    if (!file || wrong) return
    setSent(0)
    try {
      const id = await uploadImport(kind, file, setSent)
      await client.invalidateQueries({ queryKey: importsKey })
      await navigate({ to: '/applications/import/$id', params: { id: String(id) } })
    } catch (failure) {
      setError(sentence(failure, 'The file was not uploaded. Try again.'))
      setSent(undefined)
    }
  }
  return (
    <form className={`stack ${styles.form}`} noValidate onSubmit={send}>
      <fieldset className={styles.kinds}>
        <legend className="label">What the file has</legend>
        {(['applications', 'jobs'] as const).map((one) => (
          <label key={one} className="row">
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {one === 'jobs' ? 'Jobs' : 'People who applied'}
          </label>
        ))}
      </fieldset>
      <Field label="File" htmlFor="import-file" error={error} help={largest}>
        {(props) => (
          <input
            {...props}
            type="file"
            className="input"
            accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
            onChange={(event) => {
              setFile(event.target.files?.[0])
              setError(undefined)
            }}
          />
        )}
      </Field>
      <div>
        <button type="submit" className="button primary" aria-disabled={sent !== undefined}>
          <Upload size={16} aria-hidden /> {sent === undefined ? 'Upload' : 'Uploading...'}
        </button>
      </div>
      {sent !== undefined && <progress aria-label="Upload" value={sent} />}
    </form>
  )
}

type Listed = Pick<Import, 'id' | 'name' | 'state' | 'created_at'>

const Earlier = ({ imports }: { imports: Listed[] }) => (
  <section className="stack gap-2" aria-labelledby="earlier-imports">
    <h2 id="earlier-imports">Earlier imports</h2>
    <ul className={styles.list}>
      {imports.map(({ id, name, state, created_at }) => (
        <li key={id} className={`between wrap ${styles.earlier}`}>
          <Link to="/applications/import/$id" params={{ id: String(id) }}>
            {name}
          </Link>
          <span className="note">
            {stateWords[state]}, <Moment at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
