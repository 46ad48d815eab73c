import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { type FormEvent, useState } from 'react'
import { api, checked, complaint, read } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { lastDay } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { Loaded } from '../ui/States.tsx'
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
  const done = () => client.invalidateQueries({ queryKey: holidaysQuery.queryKey })
  const change = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError: (failure) => toast({ message: complaint('The day off was not changed', failure) }),
    onSettled: done,
  })
  return (
    <section className={styles.section} aria-labelledby="days-off">
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
      <AddDay onAdded={done} />
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

function AddDay({ onAdded }: { onAdded: () => Promise<void> }) {
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<{ date?: string; name?: string; whole?: string }>({})
  const add = useMutation({
    mutationFn: () => read(one.$put({ param: { date }, json: { name } })),
    onSuccess: async () => {
      setDate('')
      setName('')
      await onAdded()
    },
    onError: (error) => {
      const [detail] = (error instanceof ApiError && error.body.details) || []
      setFault(
        detail
          ? { [detail.path[0] === 'date' ? 'date' : 'name']: detail.message }
          : { whole: complaint('The day was not added', error) },
      )
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(!date && { date: 'Choose a day' }),
      ...(!name.trim() && { name: 'Name is required' }),
    }
    setFault(missing)
    if (!Object.keys(missing).length && !add.isPending) add.mutate()
  }
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field label="Day" htmlFor="day-off-date" error={fault.date}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="date"
            max={lastDay}
            value={date}
            onChange={({ target }) => setDate(target.value)}
          />
        )}
      </Field>
      <Field label="Name" htmlFor="day-off-name" error={fault.name}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={name}
            maxLength={100}
            placeholder="Company outing"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <button type="submit" className="button" aria-disabled={add.isPending}>
        Add Day Off
      </button>
      <FormFailure>{fault.whole}</FormFailure>
    </form>
  )
}
