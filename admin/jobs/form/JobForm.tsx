import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef } from 'react'
import { jobInput } from '#api/website/jobs/contract.ts'
import { DraftNotice } from '../../content/DraftNotice.tsx'
import { jobNames } from '../../content/field-names.ts'
import type { SaveSteps } from '../../hiring-steps/StepsEditor.tsx'
import type { LinkTarget } from '../../lib/link-target.ts'
import { FormScreen } from '../../rows/FormScreen.tsx'
import { EditorFrame } from '../../ui/form/EditorFrame.tsx'
import { Outline } from '../../ui/form/Outline.tsx'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { CloseNow } from '../dates/CloseNow.tsx'
import { useClosingQuestion } from '../dates/ClosingQuestion.tsx'
import { useFieldOfHash } from '../preview/focus-field.ts'
import { googleNote, useJobSite } from '../preview/google-note.ts'
import { JobPreview } from '../preview/JobPreview.tsx'
import { type Job, jobFormQuery, jobsKey, saveJob, saveJobDraft } from '../queries.ts'
import { JobFields, partsOf } from './JobFields.tsx'
import { valuesOf } from './values.ts'

export default function JobForm() {
  return (
    <FormScreen
      titles={{ new: 'Create New Job Opening', edit: 'Edit Job Opening' }}
      list={{ to: '/jobs', label: 'Back to Jobs' }}
      thing="job"
      query={jobFormQuery}
    >
      {(back, job) => <JobEditor job={job} back={back} />}
    </FormScreen>
  )
}

const resolver = zodResolver(jobInput)

/** New questions have no id yet. */
const rows = {
  employment_types: (type: string) => type,
  remote_countries: (country: string) => country,
  questions: ({ id }: { id?: number | undefined }) => id,
  evaluation_criteria: (criterion: string) => criterion,
}

function JobEditor({ job, back }: { job: Job | undefined; back: LinkTarget }) {
  const site = useJobSite()
  useFieldOfHash()
  const state = useEntityForm({
    kind: 'job',
    thing: 'job opening',
    stored: job,
    valuesOf,
    resolver,
    names: jobNames,
    rows,
  })
  const saving = useSave(state, {
    save: (input, _, base) => saveJob(input, job?.id, base),
    ...(job && { saveDraft: (input, base) => saveJobDraft(input, job.id, base) }),
    notInDraft: ['is_active', 'opens_on', 'closes_on'],
    key: jobsKey,
    nameOf: ({ title }) => title,
    pageOf: ({ id, is_active }) => (is_active ? `/jobs/${id}/apply` : undefined),
    noteOf: (saved) => googleNote(saved, job, site),
    back,
  })
  const { submit, question } = useClosingQuestion(state.form, job, saving.submit)
  const unsavedSteps = useRef<SaveSteps | null>(null)
  /** After the steps, which the job's row does not have. */
  const afterSteps = (send: () => unknown) => async (event?: FormEvent) => {
    event?.preventDefault()
    const saveSteps = unsavedSteps.current
    if (!saveSteps || (await saveSteps())) await send()
  }
  const row = state.base ?? job
  const canDraft = row && (row.is_active || row.has_draft)
  const closing = job && (
    <CloseNow job={job} adopt={(changed) => state.adopt(changed, 'is_active')} />
  )
  return (
    <>
      <EditorFrame
        {...{ state, back }}
        saving={{ ...saving, submit: afterSteps(submit) }}
        action={job ? 'Update Job' : 'Create Job'}
        onSaveDraft={canDraft ? afterSteps(saving.submitDraft) : undefined}
        outline={<Outline parts={partsOf(job)} />}
        side={<JobPreview form={state.form} job={job} />}
      >
        {row && (
          <DraftNotice
            kind="job"
            row={row}
            isPublic={row.is_active}
            onDiscarded={state.startFrom}
          />
        )}
        <JobFields form={state.form} job={job} closing={closing} unsavedSteps={unsavedSteps} />
      </EditorFrame>
      {question}
    </>
  )
}
