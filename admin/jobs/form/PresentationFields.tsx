import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { may, needForPictures } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { PicturePicker } from '../../media/PicturePicker.tsx'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { type JobFormState, publishedPagesQuery } from '../queries.ts'
import { Section } from '../Section.tsx'

/** What the ad shows beside its text. */
export function PresentationFields({ form }: { form: JobFormState }) {
  const { control, register, formState } = form
  const { errors } = formState
  const person = usePerson()
  const { data: pages = [] } = useQuery(publishedPagesQuery)
  const [picture, whyUs, team] = useWatch({
    control,
    name: ['header_media_id', 'why_us', 'team_page_id'],
  })
  const teamPage = pages.find(({ id }) => id === team)
  // Also while they load, so that the chosen one stays chosen.
  const choices =
    team && !teamPage ? [{ id: team, title: 'A page that is not published' }, ...pages] : pages
  const summary = [
    picture && 'Image',
    team && (teamPage?.title ?? 'Linked page'),
    !whyUs && 'Without “Why us”',
  ].filter(Boolean)
  return (
    <Section
      form={form}
      title="Image and pages"
      help="What the ad shows beside its text."
      names={['header_media_id', 'why_us', 'team_page_id']}
      summary={summary.join(' · ') || null}
      empty="No image"
    >
      {may(person, needForPictures) && (
        <Controller
          control={control}
          name="header_media_id"
          render={({ field }) => (
            <PicturePicker
              label="Image above the ad"
              help="Wide images work best: the place, the people, the work."
              value={field.value ?? null}
              onChange={(id) => field.onChange(id)}
              error={errors.header_media_id?.message}
            />
          )}
        />
      )}
      <SelectField
        label="Linked page"
        help="About the people, say. Linked below the text of the ad while it is published."
        error={errors.team_page_id?.message}
        {...register('team_page_id', { setValueAs: (id: string) => Number(id) || null })}
      >
        <option value="">No page</option>
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <CheckField
        id="why_us"
        label="Show “Why us” below the ad"
        help="The published page with the address “why-us”, the same for all jobs."
        {...register('why_us')}
      />
    </Section>
  )
}
