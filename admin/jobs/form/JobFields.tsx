import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { employmentTypes } from '#api/website/jobs/contract.ts'
import { shortDay } from '../../lib/text/format.ts'
import { languageName } from '../../lib/text/language-name.ts'
import { languageChoices } from '../../lib/text/languages.ts'
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
import { PayTransparency } from '../transparency/PayTransparency.tsx'
import { AdField } from './AdField.tsx'
import { Choice, Choices } from './Choices.tsx'
import { ContactFields } from './ContactFields.tsx'
import { CriteriaFields } from './CriteriaFields.tsx'
import { DateFields } from './DateFields.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { PayFields } from './PayFields.tsx'
import { PresentationFields } from './PresentationFields.tsx'
import { WhereFields } from './WhereFields.tsx'

const text = { id: 'part-text', title: 'Text' }
const details = { id: 'part-details', title: 'Details' }
const application = { id: 'part-form', title: 'Application form' }

const sharing = { id: 'search-preview', title: 'Search and sharing' }

export const parts = [text, details, application, sharing]

export function JobFields({
  form,
  job,
  closing,
}: {
  form: JobFormState
  job: Job | undefined
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
      <FormPart {...text}>
        <TextField label="Job Title *" error={errors.title?.message} {...register('title')} />
        <AdField form={form} job={job} />
      </FormPart>
      <FormPart {...details}>
        <FieldPair>
          <TextField
            label="Location"
            placeholder={location ?? undefined}
            help={shownText(values.location, location, { field: 'location', section: 'Where' })}
            error={errors.location?.message}
            optional
            {...register('location')}
          />
          <TextField
            label="Salary range"
            placeholder={salary ?? undefined}
            help={shownText(values.salary_range, salary, { field: 'salary', section: 'Pay' })}
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
        <CheckField
          id="is_listed"
          label="List on the site"
          help="Otherwise only people with its address find it: it is in no list, feed or search engine."
          error={errors.is_listed?.message}
          {...register('is_listed')}
        />
        <CheckField
          id="is_open_application"
          label="For open applications"
          help="Linked at the end of the jobs, for people whom no other job fits. One job can do this, and it has no dates."
          error={errors.is_open_application?.message}
          {...register('is_open_application', {
            onChange({ target }) {
              if (!target.checked) return
              form.setValue('opens_on', null, { shouldDirty: true })
              form.setValue('closes_on', null, { shouldDirty: true })
            },
          })}
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
          <PayTransparency form={form} />
        </div>
      </FormPart>
      <FormPart {...application}>
        <div>
          <ApplicationFormFields form={form} job={job} />
          <DecisionFields form={form} />
          <CriteriaFields form={form} />
        </div>
      </FormPart>
      {!job && <p className="help">Add the hiring team and steps after creating it.</p>}
    </>
  )
}

/** Which of two texts visitors read: the one that is typed, or the one composed of a section. */
function shownText(
  typed: string | null | undefined,
  composed: string | null,
  { field, section }: { field: string; section: string },
) {
  if (typed?.trim()) return `Visitors read this. ${section} below is for Google and the filters.`
  return composed
    ? `Visitors read “${composed}”, from ${section} below. Type here to replace it.`
    : `Visitors read no ${field} yet. Type it here, or fill in ${section} below.`
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
