import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type Resolver, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { fullName } from '#api/core/http/contract/text.ts'
import { hoursIn } from '#api/hiring/interviews/contract/time.ts'
import { maxTimes, minutesRange } from '#api/hiring/interviews/contract.ts'
import { currentOf } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { Field, FieldError } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Loaded } from '../../ui/States.tsx'
import { merge } from '../../ui/save/merge.ts'
import { type EntityForm, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { noLink } from '../no-link.ts'
import { type Application, applicationsKey } from '../queries.ts'
import {
  busyAt,
  busyOf,
  draftName,
  instant,
  instantsOf,
  sentPlaces,
  startWith,
  typedInterview,
  type Values,
} from './form.ts'
import styles from './Interviews.module.css'
import {
  changeInterview,
  type Interview,
  type Interviewer,
  interviewersQuery,
  interviewsQuery,
  proposeInterview,
} from './queries.ts'
import { clocksOf, shortHoursIn } from './words.ts'

const names = {
  times: 'Times',
  minutes: 'Length in minutes',
  place: 'Place or video link',
  user_ids: 'Who takes part',
}
const rows = { times: (time: string) => time, user_ids: (id: number) => id }

type Output = z.output<ReturnType<typeof typedInterview>>
type FormState = EntityForm<Values, Output, Interview>

/** Proposes times for an interview, or changes one. */
export default function InterviewDialog({
  application,
  interview,
  onClose,
}: {
  application: Application
  interview: Interview | undefined
  onClose: () => void
}) {
  const client = useQueryClient()
  const siteZone = useSiteTimeZone()
  const zone = interview?.time_zone ?? siteZone
  const me = usePerson()
  const [start] = useState({ now: new Date().toISOString(), key: crypto.randomUUID() })
  const state = useEntityForm<Values, Output, Interview>({
    kind: 'interview',
    stored: interview,
    valuesOf: (row) => startWith(row, me.id, zone, start),
    resolver: zodResolver(typedInterview(zone)) as unknown as Resolver<Values, unknown, Output>,
    names,
    rows,
    draftName: draftName(application.id, interview?.id),
  })
  const { form, base } = state
  const saving = useSave(state, {
    save: (json, _, from) =>
      from
        ? changeInterview(from, json)
        : proposeInterview(application.id, json, form.getValues('key')),
    key: applicationsKey,
    messageOf: () => (interview ? 'Interview changed' : 'Times proposed'),
    failed: 'That was not saved',
    fieldOf: ([field, place], values) =>
      field === 'times' ? `times.${sentPlaces(values)[Number(place ?? 0)] ?? 0}` : String(field),
    current: (refusal) => {
      const row = currentOf<Interview>(refusal)
      if (row) void client.invalidateQueries({ queryKey: applicationsKey })
      if (!row || (row.state === base?.state && row.time === base.time)) return row
      // What the candidate has picked or declined is not replaced unseen.
      if (row.state !== 'canceled')
        state.rebase(
          row,
          merge(state.valuesOf(base), form.getValues(), state.valuesOf(row), { rows }).values,
        )
      throw new ApiError(409, { error: becameOf(row) })
    },
    onSaved: onClose,
  })
  const people = useQuery(interviewersQuery(application.id))
  const others = useQuery(interviewsQuery(application.id))
  const values = useWatch({ control: form.control }) as Values
  const { errors } = form.formState
  const minutes = Number(values.minutes) || 0
  const times = instantsOf(values, zone)
  /** Those who take part and can't be met at the time that is typed. */
  function busyNames(typed: string): string[] {
    const found = instant(typed, zone)
    if (!found || 'fault' in found) return []
    return (people.data ?? []).flatMap((person) => {
      if (!values.user_ids.includes(person.id)) return []
      const { booked, busy } = busyAt(person, [found.time], minutes, interview?.id)
      return booked.length || busy.length ? fullName(person) : []
    })
  }
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title={
        interview ? 'Change the interview' : `Propose an interview to ${fullName(application)}`
      }
      action={interview ? 'Save and email' : 'Propose times'}
      size="large"
    >
      <p className="help">
        {base?.state === 'booked'
          ? 'Keep the booked time to just update everyone; remove it to let the candidate choose again.'
          : application.gets_links
            ? 'Propose times; the candidate picks one.'
            : `${application.first_name} gets an email and answers it: ${noLink}.`}
      </p>
      <Times {...{ form, zone, busyNames }} />
      <Busy
        id="interview-busy-candidate"
        who={application.first_name}
        busy={busyAt({ busy: busyOf(others.data ?? []) }, times, minutes, interview?.id)}
        {...{ minutes, zone }}
      />
      <div className={`stack ${styles.pair}`}>
        <Field
          label="Length in minutes *"
          htmlFor="interview-minutes"
          error={errors.minutes?.message}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="number"
              inputMode="numeric"
              min={minutesRange.min}
              max={minutesRange.max}
              aria-required
              {...form.register('minutes')}
            />
          )}
        </Field>
        {/* Not a TextField, which would be registered, and take the focus of errors, before the times. */}
        <Field
          label="Place or video link *"
          htmlFor="interview-place"
          error={errors.place?.message}
          help="An address, or a link that starts with https://."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              dir="auto"
              autoComplete="off"
              aria-required
              {...form.register('place')}
            />
          )}
        </Field>
      </div>
      <Loaded query={people} failed="Failed to load who can take part" rows={2}>
        {(all) => (
          <People
            all={withKept(all, interview)}
            {...{ form, times, zone, minutes }}
            except={interview?.id}
          />
        )}
      </Loaded>
    </FormDialog>
  )
}

function Times({
  form,
  zone,
  busyNames,
}: {
  form: FormState['form']
  zone: string
  busyNames: (typed: string) => string[]
}) {
  const times = useWatch({ control: form.control, name: 'times' })
  const errors = form.formState.errors.times
  const first = times.find(Boolean)
  const found = first ? instant(first, zone) : undefined
  const at = found && 'time' in found ? found.time : new Date().toISOString()
  /** Focuses the time in that place, before another key can be pressed. */
  const show = (next: string[], place: number) => {
    flushSync(() => form.setValue('times', next, { shouldDirty: true }))
    document.getElementById(`interview-time-${place}`)?.focus()
  }
  return (
    <fieldset className={`stack gap-2 ${styles.group}`}>
      <legend className="label">Times *</legend>
      <p className="help" id="interview-zone">
        Times in {clocksOf(at, zone)}. Up to {maxTimes}.
      </p>
      {times.map((typed, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells them apart
        <div key={place}>
          <div className="row">
            <input
              id={`interview-time-${place}`}
              className="input"
              type="datetime-local"
              aria-label={`Time ${place + 1}`}
              aria-describedby={`interview-zone interview-time-${place}-error interview-time-${place}-busy`}
              aria-invalid={errors?.[place] ? true : undefined}
              data-autofocus={place === 0 ? true : undefined}
              {...form.register(`times.${place}`)}
            />
            {times.length > 1 && (
              <button
                type="button"
                className="button quiet small"
                aria-label={`Remove time ${place + 1}`}
                onClick={() => show(times.toSpliced(place, 1), Math.max(0, place - 1))}
              >
                <X size={16} aria-hidden />
              </button>
            )}
          </div>
          <FieldError id={`interview-time-${place}-error`} message={errors?.[place]?.message} />
          <div id={`interview-time-${place}-busy`}>
            <BusyThen names={busyNames(typed)} />
          </div>
        </div>
      ))}
      {times.length < maxTimes && (
        <button
          type="button"
          className="button small"
          onClick={() => show([...times, ''], times.length)}
        >
          <Plus size={16} aria-hidden /> Add another time
        </button>
      )}
    </fieldset>
  )
}

function BusyThen({ names }: { names: string[] }) {
  if (!names.length) return null
  return (
    <p className={`line ${styles.warning}`}>
      <TriangleAlert size={15} aria-hidden />
      <span dir="auto">
        {`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} busy then, so it won’t be offered.`}
      </span>
    </p>
  )
}

/** Also people who take part but can no longer review. */
const withKept = (all: Interviewer[], interview: Interview | undefined): Interviewer[] => [
  ...all,
  ...(interview?.people ?? [])
    .filter(({ id }) => !all.some((one) => one.id === id))
    .map(({ id, name }) => ({
      id,
      first_name: name,
      last_name: '',
      busy: [],
      calendar: 'none' as const,
    })),
]

function People({
  all,
  form,
  times,
  minutes,
  zone,
  except,
}: {
  all: Interviewer[]
  form: FormState['form']
  times: string[]
  minutes: number
  zone: string
  except: number | undefined
}) {
  const chosen = useWatch({ control: form.control, name: 'user_ids' })
  const fault = form.formState.errors.user_ids?.message
  return (
    <fieldset className={`stack gap-2 ${styles.group}`}>
      <legend className="label">Who takes part *</legend>
      <div className={`stack gap-1 ${styles.people}`}>
        {all.map((person, place) => {
          const busy = busyAt(person, times, minutes, except)
          return (
            <div key={person.id}>
              <label className={styles.person}>
                <input
                  type="checkbox"
                  checked={chosen.includes(person.id)}
                  aria-invalid={fault && place === 0 ? true : undefined}
                  aria-describedby={`interview-busy-${person.id} interview-people-error`}
                  onChange={({ target }) =>
                    form.setValue(
                      'user_ids',
                      target.checked
                        ? [...chosen, person.id]
                        : chosen.filter((one) => one !== person.id),
                      { shouldDirty: true },
                    )
                  }
                />
                <span dir="auto">{fullName(person)}</span>
              </label>
              <Busy
                id={`interview-busy-${person.id}`}
                who={person.first_name}
                isUnread={person.calendar === 'unread' && chosen.includes(person.id)}
                {...{ busy, zone, minutes }}
              />
            </div>
          )
        })}
      </div>
      <FieldError id="interview-people-error" message={fault} />
    </fieldset>
  )
}

/** At which times somebody has something else, and at which they may have another interview. */
function Busy({
  id,
  who,
  busy: { booked, busy, proposed },
  isUnread = false,
  minutes,
  zone,
}: {
  id: string
  who: string
  busy: ReturnType<typeof busyAt>
  /** Their calendar could not be read. */
  isUnread?: boolean
  minutes: number
  zone: string
}) {
  const hours = (times: string[]) =>
    times.map((time) => shortHoursIn(time, minutes, zone)).join('; ')
  const lines = [
    ...(booked.length
      ? [`${who} already has an interview then (${hours(booked)}), so it won’t be offered.`]
      : []),
    ...(busy.length
      ? [`${who} is busy then (${hours(busy)}), says their calendar, so it won’t be offered.`]
      : []),
    ...(proposed.length
      ? [`${who} may have another interview then (${hours(proposed)}): it is proposed.`]
      : []),
    ...(isUnread
      ? [`${who}’s calendar could not be read just now, so they may be busy at other times too.`]
      : []),
  ]
  return (
    <div id={id}>
      {lines.map((line) => (
        <p key={line} className={`line ${styles.warning}`}>
          <TriangleAlert size={15} aria-hidden />
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}

/** What became of an interview while it was being changed here. */
function becameOf({ state, time, times, minutes, place, people, time_zone }: Interview) {
  if (state === 'canceled') return 'This interview was canceled in the meantime. Propose a new one.'
  const hours = (time ? [time] : times).map((one) => hoursIn(one, minutes, time_zone)).join('; ')
  const is = state === 'declined' ? 'declined by the candidate' : `${state} for ${hours}`
  const names = people.map(({ name }) => name).join(', ')
  return `This interview was changed in the meantime. It is ${is}: ${minutes} minutes, ${place}, with ${names}. Save again to apply your changes to ${state === 'booked' ? 'the booked' : 'this'} interview.`
}
