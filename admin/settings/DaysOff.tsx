import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { Resolver } from 'react-hook-form'
import { api, checked, complaint, read } from '../lib/api/api.ts'
import { lastDay } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { Loaded } from '../ui/States.tsx'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './DaysOff.module.css'
import { settingsKey } from './queries.ts'

const one = api.holidays[':date']
type Holiday = InferResponseType<typeof api.holidays.$get, 200>[number]

const holidaysQuery = queryOptions({
  // Below the settings, of which `holiday_country` is one.
  queryKey: [...settingsKey, 'holidays'],
  queryFn: () => read(api.holidays.$get()),
})

const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The days of the next twelve months on which no answer is due. */
export function DaysOff() {
  const client = useQueryClient()
  const holidays = useQuery(holidaysQuery)
  const change = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError: (failure) => toast({ message: complaint('The day off was not changed', failure) }),
    onSettled: () => client.invalidateQueries({ queryKey: holidaysQuery.queryKey }),
  })
  return (
    <section className={`stack gap-3 ${styles.section}`} aria-labelledby="days-off">
      <h3 id="days-off">Days off</h3>
      <p className="help">
        Weekends and these days are not business days: nobody counts as waiting because of them.
        Public holidays are those of the country above.
      </p>
      <Loaded query={holidays} failed="Failed to load the days off" rows={3}>
        {(days) =>
          days.length ? (
            <ul className={styles.days}>
              {days.map((holiday) => (
                <DayOff key={holiday.date} holiday={holiday} onChange={change.mutate} />
              ))}
            </ul>
          ) : (
            <p className="help">None in the next twelve months.</p>
          )
        }
      </Loaded>
      <AddDay />
    </section>
  )
}

function DayOff({
  holiday: { date, name, is_public, is_day_off },
  onChange,
}: {
  holiday: Holiday
  onChange: (send: () => Promise<unknown>) => void
}) {
  const param = { date }
  const restore = () => checked(one.$delete({ param }))
  const work = () => checked(one.$put({ param, json: { name, is_day_off: false } }))
  const label = !is_public ? 'Remove' : is_day_off ? 'We work that day' : 'Day off again'
  return (
    <li className={is_day_off ? undefined : styles.worked}>
      <time dateTime={date}>{day.format(new Date(date))}</time>
      <span dir="auto">{name}</span>
      {!is_day_off && <span className="badge">Worked</span>}
      <button
        type="button"
        className="button small"
        aria-label={`${label}: ${name}, ${day.format(new Date(date))}`}
        onClick={() => onChange(is_public && is_day_off ? work : restore)}
      >
        {label}
      </button>
    </li>
  )
}

type Values = { date: string; name: string }

const adding: Resolver<Values, unknown, Values> = (values) =>
  resolved<Values, Values>(
    {
      date: values.date ? undefined : 'Choose a day',
      name: values.name.trim() ? undefined : 'Name is required',
    },
    values,
  )

function AddDay() {
  const state = useEntityForm({
    kind: 'day off',
    stored: undefined,
    valuesOf: (): Values => ({ date: '', name: '' }),
    resolver: adding,
    draftName: null,
  })
  const saving = useSave(state, {
    save: ({ date, name }) => read(one.$put({ param: { date }, json: { name } })),
    key: holidaysQuery.queryKey,
    messageOf: () => '',
    failed: 'The day was not added',
    onSaved: () => state.startFrom(),
  })
  const { register, formState } = state.form
  const { errors, isSubmitting } = formState
  return (
    <form className={`line wrap gap-3 ${styles.add}`} onSubmit={saving.submit} noValidate>
      <Field label="Day" htmlFor="day-off-date" error={errors.date?.message}>
        {(control) => (
          <input {...control} className="input" type="date" max={lastDay} {...register('date')} />
        )}
      </Field>
      <Field label="Name" htmlFor="day-off-name" error={errors.name?.message}>
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={100}
            placeholder="Company outing"
            {...register('name')}
          />
        )}
      </Field>
      <button type="submit" className="button" aria-disabled={isSubmitting}>
        Add day off
      </button>
      <FormFailure>{saving.failure}</FormFailure>
    </form>
  )
}
