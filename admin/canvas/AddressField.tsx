import { useId, useState } from 'react'
import { en } from '#api/core/words/contract/en.ts'
import type { Part } from '#api/website/blocks/contract/kinds.ts'
import {
  jobsAddress,
  jobsPath,
  type OpenJobs,
  openJobsOf,
} from '#api/website/blocks/contract/open-jobs.ts'
import { employmentTypes } from '#api/website/jobs/contract.ts'
import { Field } from '../ui/form/Field.tsx'
import { noSubmit } from './no-submit.ts'

type Props = {
  part: Extract<Part, { kind: 'link' }>
  href: string
  /** What is wrong with the address. */
  problem: string | undefined
  onChange: (href: string) => void
  /** What was typed is whole. */
  onFinish: () => void
}

/** Where a link of a block leads; its text is written in the page. */
export function AddressField({ part, href, problem, onChange, onFinish }: Props) {
  if (part.canonical === jobsAddress)
    return <JobsFields href={href} onChange={onChange} onFinish={onFinish} />
  return (
    <TextInput
      label={part.address}
      error={problem}
      optional={!part.required}
      inputMode="url"
      value={href}
      onChange={onChange}
      onFinish={onFinish}
    />
  )
}

/** Which jobs: kept as the address of the list that shows them. */
function JobsFields({ href, onChange, onFinish }: Omit<Props, 'part' | 'problem'>) {
  const id = useId()
  // The address drops a space at the end, so “Port Ellery” could not be typed into it.
  const [jobs, setJobs] = useState<OpenJobs>(
    () => openJobsOf(href) ?? { team: '', place: '', type: '' },
  )
  const change = (more: Partial<OpenJobs>) => {
    const next = { ...jobs, ...more }
    setJobs(next)
    onChange(jobsPath(next))
  }
  return (
    <>
      <TextInput
        label="Only this team"
        help="Spelled as in the jobs. Empty for any."
        optional
        value={jobs.team}
        onChange={(team) => change({ team })}
        onFinish={onFinish}
      />
      <TextInput
        label="Only this place"
        help="As the job list shows it, such as Port Ellery, Ireland."
        optional
        value={jobs.place}
        onChange={(place) => change({ place })}
        onFinish={onFinish}
      />
      <Field label="Only this type" htmlFor={id} optional>
        {(control) => (
          <select
            {...control}
            className="input"
            value={jobs.type}
            onChange={(event) => change({ type: event.target.value })}
          >
            <option value="">Any</option>
            {employmentTypes.map((type) => (
              <option key={type} value={type}>
                {en.facts.employmentTypes[type]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}

function TextInput({
  label,
  help,
  error,
  optional,
  inputMode,
  value,
  onChange,
  onFinish,
}: {
  label: string
  help?: string
  error?: string | undefined
  optional: boolean
  inputMode?: 'url'
  value: string
  onChange: (value: string) => void
  onFinish: () => void
}) {
  return (
    <Field label={label} help={help} error={error} optional={optional} htmlFor={useId()}>
      {(control) => (
        <input
          {...control}
          className="input"
          dir={inputMode ? undefined : 'auto'}
          inputMode={inputMode}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onFinish}
          onKeyDown={noSubmit}
        />
      )}
    </Field>
  )
}
