import { z } from 'zod'
import { clock, instantOf } from '#api/core/calendar/contract/clock.ts'
import { overlaps } from '#api/hiring/interviews/contract/time.ts'
import { newInterview } from '#api/hiring/interviews/contract.ts'
import type { Interview, Interviewer } from './queries.ts'

export const draftName = (application: number, interview?: number) =>
  `interview-${application}-${interview ?? 'new'}`

/** As it is typed: `times` are `YYYY-MM-DDTHH:MM` on the clocks of the company. */
export type Values = {
  times: string[]
  minutes: string
  place: string
  user_ids: number[]
  /** The same for each try: one whose answer was lost must not propose again. */
  key: string
}

/** What an interview is changed from, or a new one begins with. */
export const startWith = (
  interview: Interview | undefined,
  me: number,
  timeZone: string,
  { now, key }: { now: string; key: string },
): Values => {
  if (!interview) return { times: [''], minutes: '45', place: '', user_ids: [me], key }
  const ahead = interview.times.filter((time) => time > now || time === interview.time)
  return {
    times: ahead.length
      ? ahead.map((time) => clock(Date.parse(time), timeZone).slice(0, 16))
      : [''],
    minutes: String(interview.minutes),
    place: interview.place,
    user_ids: interview.user_ids,
    key,
  }
}

/** The instant, or what is wrong with the time; undefined for an empty field. */
export function instant(
  typed: string,
  timeZone: string,
): { time: string } | { fault: string } | undefined {
  if (!typed) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return { fault: 'Enter a date and time' }
  const time = instantOf(`${typed}:00`, timeZone)
  // Where clocks go forward.
  if (clock(time, timeZone).slice(0, 16) !== typed)
    return { fault: 'Clocks go forward then, so this time does not exist' }
  return { time: new Date(time).toISOString() }
}

export const instantsOf = ({ times }: Pick<Values, 'times'>, timeZone: string): string[] =>
  times.flatMap((typed) => {
    const found = instant(typed, timeZone)
    return found && 'time' in found ? [found.time] : []
  })

/** The places of the times that are sent: those that are not empty. */
export const sentPlaces = ({ times }: Pick<Values, 'times'>) =>
  times.flatMap((typed, place) => (typed ? [place] : []))

const { shape } = newInterview

/** What is typed, as the API takes it. */
export const typedInterview = (timeZone: string) =>
  z.object({
    times: z.array(z.string()).transform((times, { addIssue }) => {
      const refuse = (place: number, message: string) =>
        addIssue({ code: 'custom', path: [place], message })
      const sent = instantsOf({ times }, timeZone)
      const now = new Date().toISOString()
      for (const [place, typed] of times.entries()) {
        const found = instant(typed, timeZone)
        if (found && 'fault' in found) refuse(place, found.fault)
        else if (found && found.time <= now) refuse(place, 'This time has passed')
      }
      const { error } = shape.times.safeParse(sent)
      const isTyped = times.filter(Boolean).length === sent.length
      for (const { path, message } of (isTyped && error?.issues) || [])
        refuse(sentPlaces({ times })[Number(path[0] ?? 0)] ?? 0, message)
      return sent
    }),
    minutes: z.string().transform(Number).pipe(shape.minutes),
    place: shape.place,
    user_ids: shape.user_ids.unwrap(),
  })

/** At which of these times somebody has another interview, booked or only proposed, or is busy by their calendar. */
export function busyAt(
  { busy }: Pick<Interviewer, 'busy'>,
  times: readonly string[],
  minutes: number,
  except: number | undefined,
): Record<Interviewer['busy'][number]['state'], string[]> {
  const others = busy.filter(({ interview_id: id }) => id === null || id !== except)
  const during = (time: string, state: Interviewer['busy'][number]['state']) =>
    others.some((other) => other.state === state && overlaps(other, { time, minutes }))
  const booked = times.filter((time) => during(time, 'booked'))
  const busyTimes = times.filter((time) => !booked.includes(time) && during(time, 'busy'))
  const left = times.filter((time) => !booked.includes(time) && !busyTimes.includes(time))
  return { booked, busy: busyTimes, proposed: left.filter((time) => during(time, 'proposed')) }
}

/** When the candidate has other interviews. */
export const busyOf = (interviews: readonly Interview[]): Interviewer['busy'] =>
  interviews.flatMap(({ id, state, time, times, minutes }) =>
    state === 'booked' || state === 'proposed'
      ? (time ? [time] : times).map((start) => ({ interview_id: id, time: start, minutes, state }))
      : [],
  )
