import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { formatDate } from '../../lib/text/format.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import { TimeZoneOffer } from '../../settings/TimeZoneOffer.tsx'
import { FieldPair } from '../../ui/form/EditorFrame.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { JobFormState } from '../queries.ts'
import { Section } from '../Section.tsx'

const orNull = { setValueAs: (value: string) => value || null }

export function DateFields({
  form,
  isActive = false,
  children,
}: {
  form: JobFormState
  /** Visitors see the job. */
  isActive?: boolean | undefined
  children: ReactNode
}) {
  const { control, register, formState } = form
  const { errors } = formState
  const { data: settings = settingDefaults } = useQuery(publicSettingsQuery)
  const [opens, closes] = useWatch({ control, name: ['opens_on', 'closes_on'] })
  const summary = [
    opens && `Opens ${formatDate(`${opens}T12:00`)}`,
    closes && `Closes ${formatDate(`${closes}T12:00`)}`,
  ].filter(Boolean)
  return (
    <Section
      form={form}
      title="Dates"
      help={`Opens and closes automatically at midnight (${settings.site_time_zone.replaceAll('_', ' ')}).`}
      names={['opens_on', 'closes_on']}
      summary={summary.join(' · ') || null}
      isFilled={isActive || summary.length > 0}
    >
      <TimeZoneOffer />
      <FieldPair>
        <TextField
          label="Opens on"
          type="date"
          help="Leave empty to open as soon as it’s active."
          error={errors.opens_on?.message}
          {...register('opens_on', orNull)}
        />
        <TextField
          label="Closes on"
          type="date"
          help="The last day on which people can apply."
          error={errors.closes_on?.message}
          {...register('closes_on', orNull)}
        />
      </FieldPair>
      {children}
    </Section>
  )
}
