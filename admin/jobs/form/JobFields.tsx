import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { employmentTypes } from '#api/website/jobs/contract.ts'
import { type SaveSteps, StepsEditor } from '../../hiring-steps/StepsEditor.tsx'
import { shortDay } from '../../lib/text/format.ts'
import { PictureTextControl } from '../../media/text/PictureTextControl.tsx'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { FieldPair } from '../../ui/form/EditorFrame.tsx'
import { FormPart } from '../../ui/form/Outline.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { composedLocation, composedSalary, facts as factWords } from '../preview/said.ts'
import { type Job, type JobFormState, jobSuggestionsQuery, noSuggestions } from '../queries.ts'
import { ApplicationFormFields } from '../questions/ApplicationFormFields.tsx'
import { Section } from '../Section.tsx'
import { HiringTeam } from '../team/HiringTeam.tsx'
import { Choice, Choices } from './Choices.tsx'
import { ContactFields } from './ContactFields.tsx'
import { CriteriaFields } from './CriteriaFields.tsx'
import { DateFields } from './DateFields.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { languageChoices, languageName } from './languages.ts'
import { PayFields } from './PayFields.tsx'
import { PresentationFields } from './PresentationFields.tsx'
import { WhereFields } from './WhereFields.tsx'

const ad = { id: 'part-ad', title: 'Ad' }
const facts = { id: 'part-facts', title: 'Facts' }
const application = { id: 'part-form', title: 'Form' }
const team = { id: 'part-team', title: 'People' }
const steps = { id: 'part-steps', title: 'Steps' }

/** A job that is not saved has no hiring team yet. */
export const partsOf = (job: Job | undefined) =>
  job ? [ad, facts, application, team, steps] : [ad, facts, application]

export function JobFields({
  form,
  job,
  closing,
  unsavedSteps,
}: {
  form: JobFormState
  job: Job | undefined
  unsavedSteps: RefObject<SaveSteps | null>
  /** Beside the closing date. */
  closing: ReactNode
}) {
  const { control, register, formState } = form
  const { errors } = formState
  const { data: suggestions = noSuggestions } = useQuery(jobSuggestionsQuery)
  const values = useWatch({ control })
  const location = composedLocation(values as Parameters<typeof composedLocation>[0])
  const salary = composedSalary(values as Parameters<typeof composedSalary>[0])
  const { opens_on } = values
  const today = dayIn(useSiteTimeZone())
  const top = useFocusedError(form)
  return (
    <>
      <div ref={top} hidden />
      <FormPart {...ad}>
        <TextField label="Job Title *" error={errors.title?.message} {...register('title')} />
        <PictureTextControl
          control={control}
          name="description"
          label="Job Description *"
          required
        />
        <PictureTextControl control={control} name="requirements" label="Requirements" optional />
      </FormPart>
      <FormPart {...facts}>
        <FieldPair>
          <TextField
            label="Location"
            placeholder={location ?? undefined}
            help="Shown exactly as you type it. Leave empty to show the places below."
            error={errors.location?.message}
            optional
            {...register('location')}
          />
          <TextField
            label="Salary range"
            placeholder={salary ?? undefined}
            help="Shown to candidates exactly as you type it, e.g. €45,000–52,000. Leave empty to show the pay below."
            error={errors.salary_range?.message}
            optional
            {...register('salary_range')}
          />
        </FieldPair>
        <CheckField
          id="is_active"
          label="Active"
          help={
            opens_on && opens_on > today
              ? `Opens by itself on ${shortDay(opens_on, today)}.`
              : 'Live on your site and open for applications.'
          }
          {...register('is_active')}
        />
        <div>
          <KindFields form={form} teams={suggestions.teams} />
          <WhereFields form={form} suggestions={suggestions} />
          <PayFields form={form} suggestions={suggestions} />
          <DateFields form={form} isActive={job?.is_active}>
            {closing}
          </DateFields>
          <ContactFields form={form} suggestions={suggestions} />
          <PresentationFields form={form} />
        </div>
      </FormPart>
      <FormPart {...application}>
        <div>
          <ApplicationFormFields form={form} job={job} />
          <DecisionFields form={form} />
          <CriteriaFields form={form} />
        </div>
      </FormPart>
      {!job && (
        <p className="help">
          You can choose its people and give it steps of its own once it is created.
        </p>
      )}
      {job && (
        <FormPart {...team}>
          <HiringTeam job={job.id} />
        </FormPart>
      )}
      {job && (
        <FormPart {...steps}>
          <p className="help">
            Give this job steps of its own; without any, it has those of the company.
          </p>
          <StepsEditor job={job.id} unsaved={unsavedSteps} />
        </FormPart>
      )}
    </>
  )
}

function KindFields({ form, teams }: { form: JobFormState; teams: string[] }) {
  const { control, register, formState } = form
  const [team, types, language] = useWatch({
    control,
    name: ['team', 'employment_types', 'language'],
  })
  const kinds = (types ?? []).map((type) => factWords.employmentTypes[type])
  return (
    <Section
      form={form}
      title="Team and type"
      help="Candidates filter jobs by these."
      names={['team', 'employment_types', 'language']}
      summary={
        [team, ...kinds, language && languageName(language)].filter(Boolean).join(' · ') || null
      }
    >
      <TextField
        label="Team"
        list="earlier-teams"
        required={false}
        error={formState.errors.team?.message}
        {...register('team')}
      />
      <datalist id="earlier-teams">
        {teams.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Choices
        id="employment_types"
        legend="Employment type"
        error={formState.errors.employment_types?.message}
      >
        {employmentTypes.map((type) => (
          <Choice key={type} label={factWords.employmentTypes[type]}>
            <input type="checkbox" value={type} {...register('employment_types')} />
          </Choice>
        ))}
      </Choices>
      <SelectField
        label="Language of the ad"
        help="Search engines and screen readers then read the ad in that language."
        error={formState.errors.language?.message}
        {...register('language', { setValueAs: (value: string) => value || null })}
      >
        <option value="">The language of the site</option>
        {languageChoices(language).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </Section>
  )
}

/** Focuses the first field with an error, once its section is open. */
function useFocusedError({ formState: { submitCount } }: JobFormState) {
  const top = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!submitCount) return
    const form = top.current?.closest('form')
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], .error:not(:empty)')
    // A group of fields has only its error.
    const field = first?.matches('.error') ? first.closest('fieldset') : first
    field?.focus()
  }, [submitCount])
  return top
}
