import { useQuery } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, read } from '../../lib/api/api.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { resolved, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { JobOptions } from '../JobSelect.tsx'
import { type Application, applicationDetailKey, jobChoicesQuery, type Named } from '../queries.ts'

type Values = { job_id: number | null }
type Sent = { job_id: number }

const valuesOf = (): Values => ({ job_id: null })
const resolver: Resolver<Values, unknown, Sent> = ({ job_id }) =>
  resolved<Values, Sent>({ job_id: job_id ? undefined : 'Choose a job' }, { job_id: job_id ?? 0 })

/** Mails the candidate a link to the form of another job, with their name and contact details filled in. */
export default function InviteDialog({
  application,
  onClose,
}: {
  application: Named & Pick<Application, 'job_id'>
  onClose: () => void
}) {
  const { id, job_id, first_name } = application
  const { data: jobs } = useQuery(jobChoicesQuery)
  const state = useEntityForm({
    kind: 'job invitation',
    thing: 'invitation',
    stored: undefined,
    valuesOf,
    resolver,
    names: { job_id: 'Job' },
    draftName: null,
  })
  const saving = useSave(state, {
    save: (json) => read(api.applications[':id'].invite.$post({ param: { id: String(id) }, json })),
    key: applicationDetailKey(id),
    messageOf: ({ job_title }) => `${fullName(application)} was invited to apply for ${job_title}`,
    failed: 'The invitation was not sent',
    onSaved: onClose,
  })
  const { errors } = state.form.formState
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title="Invite to another job"
      action="Send invitation"
    >
      <p>
        {first_name} gets an email with a link to the job’s form, with name, address and phone
        number filled in. The link works once, for 30 days. What is sent is a new application.
      </p>
      <SelectField
        label="Job *"
        error={errors.job_id?.message}
        {...state.form.register('job_id', { setValueAs: (value: string) => Number(value) || null })}
      >
        <option value="">{jobs ? 'Choose a job' : 'Loading jobs...'}</option>
        <JobOptions
          jobs={jobs?.filter((job) => job.is_active && job.id !== job_id)}
          value={undefined}
        />
      </SelectField>
    </FormDialog>
  )
}
