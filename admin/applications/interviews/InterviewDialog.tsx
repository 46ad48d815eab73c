import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { fullName } from '#api/core/http/contract/text.ts'
import { hoursIn, zoneText } from '#api/hiring/interviews/contract/time.ts'
import { maxTimes, minutesRange } from '#api/hiring/interviews/contract.ts'
import { complaint, currentOf, isConflict } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { Field, FieldError } from '../../ui/form/Field.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { Loaded } from '../../ui/States.tsx'
import { askToClose } from '../ask-to-close.ts'
import { noLink } from '../no-link.ts'
import { type Application, applicationsKey } from '../queries.ts'
import { busyAt, busyOf, draftName, instant, instantsOf, startWith, type Values } from './form.ts'
import styles from './Interviews.module.css'
import {
  changeInterview,
  type Interview,
  type Interviewer,
  interviewersQuery,
  interviewsQuery,
  proposeInterview,
} from './queries.ts'

/** Errors by field; those of times by their place. */
type Faults = { minutes?: string; place?: string; people?: string; times: Record<number, string> }

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
  /** What a change is based on: after a conflict, the interview as it is then. */
  const [base, setBase] = useState(interview)
  const siteZone = useSiteTimeZone()
  const zone = interview?.time_zone ?? siteZone
  const me = usePerson()
  const client = useQueryClient()
  const [start] = useState(() => startWith(interview, me.id, zone))
  const [typed, setTyped] = useState<Values>()
  const { draft, clear } = useDraft(draftName(application.id, interview?.id), typed ?? start, {
    enabled: typed !== undefined,
  })
  const values = typed ?? draft ?? start
  const [faults, setFaults] = useState<Faults>({ times: {} })
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const people = useQuery(interviewersQuery(application.id))
  const others = useQuery(interviewsQuery(application.id))
  const set = (change: Partial<Values>) => setTyped({ ...values, ...change })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const refuse = (found: Faults) => {
      setFaults(found)
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid]:not([aria-invalid="false"])')?.focus(),
      )
    }
    setFailure(undefined)
    const found = check(values, zone)
    if (found) return refuse(found)
    setFaults({ times: {} })
    setBusy(true)
    const { place, minutes, people: user_ids } = values
    const json = { times: instantsOf(values, zone), minutes: Number(minutes), place, user_ids }
    try {
      if (base) await changeInterview(base, json)
      else await proposeInterview(application.id, json, values.key)
      clear()
      toast({ message: interview ? 'Interview changed' : 'Times proposed', kind: 'done' })
      await client.invalidateQueries({ queryKey: applicationsKey })
      onClose()
    } catch (error) {
      setBusy(false)
      const shown = faultsOf(error, values)
      if (shown) return refuse(shown)
      const current = currentOf<Interview>(error)
      if (current) setBase(current)
      setFailure(current ? changedTo(current) : complaint('That was not saved', error))
      if (isConflict(error)) void client.invalidateQueries({ queryKey: applicationsKey })
    }
  }

  const times = instantsOf(values, zone)
  return (
    <Modal
      title={
        interview ? 'Change the interview' : `Propose an interview to ${fullName(application)}`
      }
      onClose={onClose}
      onDiscard={clear}
      dirty={typed !== undefined || draft !== null}
      size="large"
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className="help">
          {base?.state === 'booked'
            ? 'While the booked time stays in the list, everyone gets an update. Without it, the candidate picks again.'
            : application.gets_links
              ? `${application.first_name} gets an email and picks one of the times.`
              : `${application.first_name} gets an email and answers it: ${noLink}.`}
        </p>
        <Times {...{ values, set, zone, faults }} />
        <Busy
          id="interview-busy-candidate"
          who={application.first_name}
          busy={busyAt(
            { busy: busyOf(others.data ?? []) },
            times,
            Number(values.minutes) || 0,
            interview?.id,
          )}
          minutes={Number(values.minutes) || 0}
          zone={zone}
        />
        <div className={styles.pair}>
          <Field label="Length in minutes *" htmlFor="interview-minutes" error={faults.minutes}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="number"
                inputMode="numeric"
                min={minutesRange.min}
                max={minutesRange.max}
                aria-required
                value={values.minutes}
                onChange={({ target }) => set({ minutes: target.value })}
              />
            )}
          </Field>
          <Field
            label="Place or video link *"
            htmlFor="interview-place"
            error={faults.place}
            help="An address, or a link that starts with https://."
          >
            {(control) => (
              <input
                {...control}
                className="input"
                dir="auto"
                autoComplete="off"
                aria-required
                value={values.place}
                onChange={({ target }) => set({ place: target.value })}
              />
            )}
          </Field>
        </div>
        <Loaded query={people} failed="Failed to load who can take part" rows={2}>
          {(all) => (
            <People
              all={withKept(all, interview)}
              {...{ values, set, times, zone }}
              except={interview?.id}
              fault={faults.people}
            />
          )}
        </Loaded>
        <FormFailure>{failure}</FormFailure>
        <ModalActions>
          <button type="button" className="button" onClick={askToClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-disabled={busy}>
            {busy ? 'Saving…' : interview ? 'Save and email' : 'Propose times'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}

function Times({
  values: { times },
  set,
  zone,
  faults,
}: {
  values: Values
  set: (change: Partial<Values>) => void
  zone: string
  faults: Faults
}) {
  const first = times.find(Boolean)
  const found = first ? instant(first, zone) : undefined
  const at = found && 'time' in found ? found.time : new Date().toISOString()
  /** Focuses the time in that place, before another key can be pressed. */
  const show = (next: string[], place: number) => {
    flushSync(() => set({ times: next }))
    document.getElementById(`interview-time-${place}`)?.focus()
  }
  return (
    <fieldset className={styles.group}>
      <legend className="label">Times *</legend>
      <p className="help" id="interview-zone">
        On the clocks of {zoneText(at, zone)}. Up to {maxTimes}.
      </p>
      {times.map((time, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells them apart
        <div key={place}>
          <div className={styles.time}>
            <input
              id={`interview-time-${place}`}
              className="input"
              type="datetime-local"
              aria-label={`Time ${place + 1}`}
              aria-describedby={`interview-zone interview-time-${place}-error`}
              aria-invalid={faults.times[place] ? true : undefined}
              data-autofocus={place === 0 ? true : undefined}
              value={time}
              onChange={({ target }) =>
                set({ times: times.map((one, index) => (index === place ? target.value : one)) })
              }
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
          <FieldError id={`interview-time-${place}-error`} message={faults.times[place]} />
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

/** Also people who take part but can no longer review. */
const withKept = (all: Interviewer[], interview: Interview | undefined): Interviewer[] => [
  ...all,
  ...(interview?.people ?? [])
    .filter(({ id }) => !all.some((one) => one.id === id))
    .map(({ id, name }) => ({ id, first_name: name, last_name: '', busy: [] })),
]

function People({
  all,
  values,
  set,
  times,
  zone,
  except,
  fault,
}: {
  all: Interviewer[]
  values: Values
  set: (change: Partial<Values>) => void
  times: string[]
  zone: string
  except: number | undefined
  fault: string | undefined
}) {
  const { people, minutes } = values
  return (
    <fieldset className={styles.group}>
      <legend className="label">Who takes part *</legend>
      <div className={styles.people}>
        {all.map((person, place) => {
          const busy = busyAt(person, times, Number(minutes) || 0, except)
          return (
            <div key={person.id}>
              <label className={styles.person}>
                <input
                  type="checkbox"
                  checked={people.includes(person.id)}
                  aria-invalid={fault && place === 0 ? true : undefined}
                  aria-describedby={`interview-busy-${person.id} interview-people-error`}
                  onChange={({ target }) =>
                    set({
                      people: target.checked
                        ? [...people, person.id]
                        : people.filter((one) => one !== person.id),
                    })
                  }
                />
                <span dir="auto">{fullName(person)}</span>
              </label>
              <Busy
                id={`interview-busy-${person.id}`}
                {...{ busy, zone }}
                minutes={Number(minutes) || 0}
              />
            </div>
          )
        })}
      </div>
      <FieldError id="interview-people-error" message={fault} />
    </fieldset>
  )
}

/** At which times somebody has another interview, and at which they may have one. */
function Busy({
  id,
  who = '',
  busy: { booked, proposed },
  minutes,
  zone,
}: {
  id: string
  who?: string
  busy: ReturnType<typeof busyAt>
  minutes: number
  zone: string
}) {
  const hours = (times: string[]) => times.map((time) => hoursIn(time, minutes, zone)).join('; ')
  const lines = [
    ...(booked.length
      ? [`${who ? `${who} is busy` : 'Busy'}: ${hours(booked)} (not offered to the candidate)`]
      : []),
    ...(proposed.length
      ? [`Proposed ${who && `to ${who} `}for another interview too: ${hours(proposed)}`]
      : []),
  ]
  return (
    <div id={id}>
      {lines.map((line) => (
        <p key={line} className={styles.warning}>
          <TriangleAlert size={15} aria-hidden />
          <span>{line}</span>
        </p>
      ))}
    </div>
  )
}

/** What somebody made of an interview while it was being changed here. */
function changedTo({ state, time, times, minutes, place, people, time_zone }: Interview) {
  if (state === 'canceled') return 'This interview was canceled in the meantime. Propose a new one.'
  const is = {
    booked: `booked for ${hoursIn(time ?? '', minutes, time_zone)}`,
    proposed: `proposed for ${times.map((one) => hoursIn(one, minutes, time_zone)).join('; ')}`,
    declined: 'declined by the candidate',
  }[state]
  const names = people.map(({ name }) => name).join(', ')
  return `This interview was changed in the meantime. It is ${is}: ${minutes} minutes, ${place}, with ${names}. Save again to replace that with what is here.`
}

/** What is wrong before it is sent; undefined if nothing is. */
function check({ times, minutes, place, people }: Values, zone: string): Faults | undefined {
  const faults: Faults = { times: {} }
  for (const [index, typed] of times.entries()) {
    const found = instant(typed, zone)
    if (found && 'fault' in found) faults.times[index] = found.fault
    else if (found && found.time <= new Date().toISOString())
      faults.times[index] = 'This time has passed'
  }
  if (!times.some(Boolean)) faults.times[0] = 'Enter at least one time'
  const { min, max } = minutesRange
  const length = Number(minutes)
  if (!minutes || !Number.isInteger(length) || length < min || length > max)
    faults.minutes = `Enter whole minutes from ${min} to ${max}`
  if (!place.trim()) faults.place = 'Enter a place or a video link'
  if (!people.length) faults.people = 'Choose at least one person'
  const isFine =
    !faults.minutes && !faults.place && !faults.people && !Object.keys(faults.times).length
  return isFine ? undefined : faults
}

/** The API's errors at their fields; undefined if it blames none. */
function faultsOf(error: unknown, { times }: Values): Faults | undefined {
  const details = error instanceof ApiError ? error.body.details : undefined
  if (!details?.length) return undefined
  // Empty fields were not sent.
  const sent = times.flatMap((typed, place) => (typed ? [place] : []))
  const faults: Faults = { times: {} }
  for (const { path, message } of details) {
    const [field, index] = path
    if (field === 'times') faults.times[sent[Number(index ?? 0)] ?? 0] = message
    else if (field === 'minutes') faults.minutes = message
    else if (field === 'place') faults.place = message
    else if (field === 'user_ids') faults.people = message
  }
  return faults
}
