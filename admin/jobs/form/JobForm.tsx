import { zodResolver } from '@hookform/resolvers/zod'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { jobInput } from '#api/website/jobs/contract.ts'
import { DraftNotice } from '../../content/DraftNotice.tsx'
import { jobNames } from '../../content/field-names.ts'
import { Translations } from '../../content/Translations.tsx'
import { type SaveSteps, StepsEditor } from '../../hiring-steps/StepsEditor.tsx'
import type { LinkTarget } from '../../lib/link-target.ts'
import { FormScreen } from '../../rows/FormScreen.tsx'
import { EditorFrame } from '../../ui/form/EditorFrame.tsx'
import { FormPart, Outline } from '../../ui/form/Outline.tsx'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { CloseNow } from '../dates/CloseNow.tsx'
import { useClosingQuestion } from '../dates/ClosingQuestion.tsx'
import { useFocusedField } from '../preview/focus-field.ts'
import { googleNote, useJobSite } from '../preview/google-note.ts'
import { SearchPreview } from '../preview/SearchPreview.tsx'
import {
  type Job,
  type JobFormState,
  type JobValues,
  jobFormQuery,
  jobsKey,
  saveJob,
  saveJobDraft,
} from '../queries.ts'
import { HiringTeam } from '../team/HiringTeam.tsx'
import { JobFields, parts } from './JobFields.tsx'
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

const people = { id: 'people', title: 'People' }
const steps = { id: 'steps', title: 'Steps' }

/**
 * The panel that the address names after its `#`, instead of a field of the ad. What was opened
 * once stays, so that nothing typed is lost.
 */
function usePanel(hasPanels: boolean) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const named = hasPanels ? [people.id, steps.id].find((id) => id === hash) : undefined
  useFocusedField(named ? undefined : hash)
  const [shown, setShown] = useState({ hash, panel: named, opened: named ? [named] : [] })
  const show = (hash: string, panel: string | undefined) =>
    setShown(({ opened }) => ({
      hash,
      panel,
      opened: panel && !opened.includes(panel) ? [...opened, panel] : opened,
    }))
  if (shown.hash !== hash) show(hash, named)
  function openPanel(id: string | undefined) {
    show(hash, id)
    navigate({ to: '.', search: true, hash: id ?? '', replace: true, hashScrollIntoView: false })
  }
  return { panel: shown.panel, opened: shown.opened, openPanel }
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
    notInDraft: ['is_active', 'opens_on', 'closes_on', 'is_listed', 'is_open_application'],
    key: jobsKey,
    nameOf: ({ title }) => title,
    pageOf: ({ id, is_active }) => (is_active ? `/jobs/${id}/apply` : undefined),
    noteOf: (saved) => googleNote(saved, job, site),
    back,
  })
  const { submit, question } = useClosingQuestion(state.form, job, saving.submit)
  const unsavedSteps = useRef<SaveSteps | null>(null)
  const { panel, opened, openPanel } = usePanel(Boolean(job))
  /** After the steps, which the job's row does not have. */
  const afterSteps = (send: () => unknown) => async (event?: FormEvent) => {
    event?.preventDefault()
    const saveSteps = unsavedSteps.current
    if (!saveSteps || (await saveSteps())) return send()
    flushSync(() => openPanel(steps.id))
    const section = document.getElementById(steps.id)?.closest('section')
    section?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
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
        outline={
          <Outline
            parts={parts}
            panels={job ? [people, steps] : []}
            panel={panel}
            onPanel={openPanel}
          />
        }
        hasBar={!panel || state.isDirty}
      >
        <div hidden={panel !== undefined}>
          <div className="stack gap-5">
            {row && (
              <DraftNotice
                kind="job"
                row={row}
                isPublic={row.is_active}
                onDiscarded={state.startFrom}
              />
            )}
            {row && <Translations kind="job" row={row} />}
            <JobFields form={state.form} job={job} closing={closing} />
            <JobSharing form={state.form} job={job} />
          </div>
        </div>
        {job && opened.includes(people.id) && (
          <div hidden={panel !== people.id}>
            <FormPart {...people}>
              <HiringTeam job={job.id} />
            </FormPart>
          </div>
        )}
        {job && opened.includes(steps.id) && (
          <div hidden={panel !== steps.id}>
            <FormPart {...steps}>
              <p className="help">
                Give this job its own steps. Without any, it has the company’s.
              </p>
              <StepsEditor job={job.id} unsaved={unsavedSteps} hasBar={!state.isDirty} />
            </FormPart>
          </div>
        )}
      </EditorFrame>
      {question}
    </>
  )
}

/** What search engines and links will show of the job in the form. */
function JobSharing({ form, job }: { form: JobFormState; job: Job | undefined }) {
  // Typing comes first.
  const values = useDeferredValue(useWatch({ control: form.control })) as Partial<JobValues>
  return <SearchPreview values={values} job={job} />
}
