import { useController, useWatch } from 'react-hook-form'
import { workplaces } from '#api/website/jobs/contract.ts'
import { composedLocation, facts } from '../preview/said.ts'
import type { JobFormState, JobSuggestions } from '../queries.ts'
import { Section } from '../Section.tsx'
import { Choice, Choices } from './Choices.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { PlaceList } from './PlaceList.tsx'

export function WhereFields({
  form,
  suggestions,
}: {
  form: JobFormState
  suggestions: JobSuggestions
}) {
  const { control } = form
  const { field } = useController({ control, name: 'workplace' })
  const [places, countries] = useWatch({ control, name: ['places', 'remote_countries'] })
  const workplace = field.value
  const isAway = workplace === 'hybrid' || workplace === 'remote'
  const composed = composedLocation({ workplace, places, remote_countries: countries })
  return (
    <Section
      form={form}
      title="Where"
      help="Google and the filters on your site go by this. Google needs a place, or countries for remote jobs."
      names={['workplace', 'places', 'remote_countries']}
      empty="Google needs this"
      summary={composed ?? (workplace ? facts.workplaces[workplace] : null)}
    >
      <Choices id={field.name} legend="Workplace" error={form.formState.errors.workplace?.message}>
        {([null, ...workplaces] as const).map((option) => (
          <Choice key={option} label={option ? facts.workplaces[option] : 'Not stated'}>
            <input
              type="radio"
              name={field.name}
              checked={(workplace ?? null) === option}
              onChange={() => field.onChange(option)}
              onBlur={field.onBlur}
            />
          </Choice>
        ))}
      </Choices>
      <PlaceList form={form} suggestions={suggestions} />
      {(isAway || Boolean(countries?.length)) && (
        <CountryPicker form={form} earlier={suggestions.countries} />
      )}
    </Section>
  )
}
