import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { clock } from '#api/core/calendar/contract/clock.ts'
import { formatDateTime } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { FieldPair } from '../../ui/form/EditorFrame.tsx'
import { Field } from '../../ui/form/Field.tsx'
import type { PageFormState } from '../queries.ts'
import styles from './ScheduleFields.module.css'

/** When the page is published and unpublished by itself, as clocks of the site's zone show it. */
export function ScheduleFields({ form }: { form: PageFormState }) {
  const zone = useSiteTimeZone()
  const [publish_at, unpublish_at] = useWatch({
    control: form.control,
    name: ['publish_at', 'unpublish_at'],
  })
  const { errors } = form.formState
  const scheduled = [
    publish_at && `Publishes ${formatDateTime(inZone(publish_at, zone))}`,
    unpublish_at && `Unpublishes ${formatDateTime(inZone(unpublish_at, zone))}`,
  ].filter(Boolean)
  const isNeeded = scheduled.length > 0 || Boolean(errors.publish_at || errors.unpublish_at)
  const [isOpen, setIsOpen] = useState(false)
  // It stays open when the last date is cleared, which may be in the middle of typing one.
  if (isNeeded && !isOpen) setIsOpen(true)
  return (
    <details
      className={styles.schedule}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <ChevronRight size={16} aria-hidden />
        <h2>Schedule</h2>
        <span className="note">{scheduled.join(' · ') || 'Not scheduled'}</span>
      </summary>
      <p className="help">
        Happens automatically, in the site’s time zone ({zone.replaceAll('_', ' ')}).
      </p>
      <FieldPair>
        <ScheduleField
          {...{ form, zone }}
          name="publish_at"
          label="Publish at"
          help="Publishes the page, or its draft."
        />
        <ScheduleField {...{ form, zone }} name="unpublish_at" label="Unpublish at" />
      </FieldPair>
    </details>
  )
}

/** What clocks of the zone show at a stored time, which is in UTC, or as it was typed. */
const inZone = (time: string, zone: string) =>
  time.endsWith('Z') ? clock(Date.parse(time), zone).slice(0, 16) : time

function ScheduleField({
  form,
  zone,
  name,
  label,
  help,
}: {
  form: PageFormState
  zone: string
  name: 'publish_at' | 'unpublish_at'
  label: string
  help?: string
}) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field label={label} htmlFor={name} help={help} error={fieldState.error?.message}>
      {(control) => (
        <input
          {...control}
          ref={field.ref}
          type="datetime-local"
          className="input"
          value={inZone(field.value ?? '', zone)}
          onChange={({ target }) => field.onChange(target.value || null)}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  )
}
