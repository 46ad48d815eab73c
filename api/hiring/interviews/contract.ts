import { z } from 'zod'
import { basedOn, day, flag, line } from '#api/core/http/contract/fields.ts'
import { isLine } from '#api/core/http/contract/text.ts'

export const maxTimes = 10
const maxPeople = 20
export const minutesRange = { min: 5, max: 480 }
const maxPlace = 500
export const maxReply = 2000
/** What a change can be about, as the history names it. */
export const interviewParts = ['times', 'length', 'place', 'people'] as const
export type InterviewPart = (typeof interviewParts)[number]

const instant = 'Must be a time in UTC, such as 2027-01-12T09:00:00Z'

const time = z.iso
  .datetime(instant)
  .transform((given) => new Date(given).toISOString())
  .meta({ format: 'date-time' })

const distinct =
  (message: string) =>
  ({ value, issues }: z.core.ParsePayload<readonly (string | number)[]>) => {
    for (const [index, one] of value.entries())
      if (value.indexOf(one) < index)
        issues.push({ code: 'custom', path: [index], message, input: one })
  }

const times = z
  .array(time, 'Must be a list of times')
  .min(1, 'Enter at least one time')
  .max(maxTimes, `Propose at most ${maxTimes} times`)
  .check(distinct('This time is in the list already'))

const length = `Must be a whole number of minutes from ${minutesRange.min} to ${minutesRange.max}`
const minutes = z.int(length).min(minutesRange.min, length).max(minutesRange.max, length)

const place = line(maxPlace, 'Enter a place or a video link')
  .refine((text) => !/^http:/i.test(text), 'Use a link that starts with https://')
  .meta({ description: 'An address, or a link that starts with `https://`.' })

const person = 'Must be the id of a user'
const user_ids = z
  .array(z.int(person).positive(person), 'Must be a list of users')
  .min(1, 'Choose at least one person')
  .max(maxPeople, `Choose at most ${maxPeople} people`)
  .check(distinct('This person is in the list already'))

export const newInterview = z.strictObject({
  times,
  minutes,
  place,
  user_ids: user_ids.optional().meta({ description: 'The caller by default.' }),
})

export const interviewChange = z.strictObject({
  times: times.optional(),
  minutes: minutes.optional(),
  place: place.optional(),
  user_ids: user_ids.optional(),
  updated_at: basedOn,
})

/** Days are those of the site's time zone, inclusive. */
export const interviewFilter = {
  from: day
    .optional()
    .meta({ description: 'The first day. Proposed: at least one time is in the span.' }),
  to: day.optional().meta({ description: 'The last day.' }),
  mine: z
    .literal('true', 'Must be true')
    .optional()
    .meta({ description: 'Only those in which the caller is an interviewer.' }),
}
export type InterviewFilter = z.infer<z.ZodObject<typeof interviewFilter>>

/** What a candidate picks. */
export const pickedTime = z.strictObject({ time })

const reply = z
  .string('Must be text')
  .refine((written) => written.isWellFormed(), 'Contains a broken character')
  .overwrite((written) => written.replace(/\r\n?/g, '\n').trim())
  .refine((written) => [...written].length <= maxReply, `Must be at most ${maxReply} characters`)
  .refine(
    (written) => written.split('\n').every(isLine),
    'Contains characters that cannot be shown',
  )
  .meta({ maxLength: maxReply, description: 'Plain text, for the company.' })

/** A candidate's “None of these fit”, or the cancellation of what is booked. */
export const declined = z.strictObject({
  text: reply.optional(),
  time: z.unknown().optional().meta({ description: 'Ignored.' }),
})

export const newCalendar = z.strictObject({
  details: flag
    .default(false)
    .meta({ description: 'Also full name, place and a link, not only job, time and given name.' }),
})
