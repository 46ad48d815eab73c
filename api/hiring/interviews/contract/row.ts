import { z } from 'zod'
import { problem } from '#api/core/http/contract/problem-row.ts'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { interviewStates } from '#db/enums.ts'

const text = z.string()

const person = z.strictObject({ id, name: text })

const engaged = z.enum(['booked', 'proposed'])
const occupied = z.enum(['booked', 'proposed', 'busy'])

/** What staff and the candidate see alike. */
const common = {
  id,
  state: z.enum(interviewStates).meta({
    description:
      '`declined` is by the candidate, `canceled` by staff or the end of the application.',
  }),
  times: time.array().meta({
    description:
      'The starts to choose from, in UTC. The candidate does not see those that are taken.',
  }),
  time: time.nullable().meta({ description: 'The start that the candidate picked.' }),
  minutes: count,
  place: text,
  time_zone: text.meta({ description: 'That of the company, as an IANA name.' }),
  reply: text.nullable().meta({ description: 'What the candidate wrote when declining.' }),
}

export const interviewRow = z
  .strictObject({
    ...common,
    application_id: id,
    user_ids: id.array(),
    people: person.array(),
    conflicts: z
      .strictObject({
        user_id: id.nullable().meta({ description: 'Null: the candidate.' }),
        name: text,
        time,
        state: occupied,
      })
      .array()
      .meta({
        description:
          'People with another interview, booked or proposed, or with busy hours in their own calendar, at one of these times. The candidate is not offered what is booked or busy.',
      }),
    ends_at: time.nullable().meta({
      description:
        'It is canceled then, because of a rejection, a withdrawal or the deletion of the job, unless that is undone.',
    }),
    proposed_name: text,
    answered_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ ref: 'Interview' })

export type Interview = z.infer<typeof interviewRow>

export const listedInterviewRow = z
  .strictObject({
    id,
    application_id: id,
    first_name: text,
    last_name: text,
    job_id: id,
    job_title: text,
    state: engaged,
    time: common.time,
    times: common.times,
    minutes: count,
    place: text,
    time_zone: common.time_zone,
    people: person
      .extend({
        owes_evaluation: z.boolean().meta({
          description:
            'The interview is over, and the person has neither evaluated the application nor skipped that.',
        }),
      })
      .array()
      .meta({ description: 'The interviewers.' }),
  })
  .meta({ ref: 'ListedInterview' })

export type ListedInterview = z.infer<typeof listedInterviewRow>

export const interviewerRow = z
  .strictObject({
    id,
    first_name: text,
    last_name: text,
    busy: z
      .strictObject({
        interview_id: id.nullable().meta({ description: 'Null for another application.' }),
        time,
        minutes: count,
        state: occupied.meta({ description: '`busy`: in their own calendar.' }),
      })
      .array()
      .meta({
        description:
          'The interviews booked, the times proposed, and the busy hours of their own calendar in the next 120 days, without titles.',
      }),
    calendar: z.enum(['none', 'read', 'unread']).meta({
      description:
        'Whether they gave the address of their own calendar, and whether it was read in the last five minutes. One that was not counts for an hour as it was.',
    }),
  })
  .meta({ ref: 'Interviewer' })

export type Interviewer = z.infer<typeof interviewerRow>

export const candidateInterviewRow = z
  .strictObject({
    ...common,
    people: text.array().meta({ description: 'The names of those who will be there.' }),
    can_answer: z.boolean().meta({
      description: 'A time can be picked or declined, or the booked interview be canceled.',
    }),
  })
  .meta({ ref: 'CandidateInterview' })

export type CandidateInterview = z.infer<typeof candidateInterviewRow>

export const timeRefused = problem.extend({
  times: time.array().optional().meta({ description: 'Those that can still be picked.' }),
})

export const calendarRow = z
  .strictObject({ details: z.boolean(), created_at: time })
  .nullable()
  .meta({ ref: 'Calendar' })

export const newCalendarRow = z
  .strictObject({ url: text.meta({ description: 'Shown only now.' }), details: z.boolean() })
  .meta({ ref: 'NewCalendar' })
