import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { applicationStatuses, bulkActions, bulkStates } from '#db/enums.ts'

export const bulkStarted = z.strictObject({ id })

/** An application that did not go as asked, with the reason. */
const failure = z.strictObject({
  id,
  name: z.string().nullable().meta({ description: 'Null once the application is deleted.' }),
  error: z.string(),
})

export const bulkRow = z
  .strictObject({
    id,
    action: z.enum(bulkActions),
    status: z.enum(applicationStatuses).nullable(),
    step_name: z.string().nullable().meta({ description: 'The step that they enter.' }),
    tagged: z.string().array().meta({ description: 'The names of the tags that they get.' }),
    untagged: z.string().array().meta({ description: 'Those that they lose.' }),
    state: z.enum(bulkStates),
    done: count.meta({ description: 'While undoing: how many are put back.' }),
    total: count,
    left: count.meta({ description: 'How many have neither ended nor failed.' }),
    failed: failure.array().meta({ description: 'The first 100.' }),
    failed_count: count.meta({ description: 'Also those done without the email.' }),
    user_name: z.string(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .meta({ ref: 'Bulk' })

export const undoPreview = z
  .strictObject({
    undoable: count.meta({ description: 'How many Undo puts back.' }),
    left_out: count.meta({
      description:
        'How many stay: their status has changed since, or their email has left or is kept by a legal hold.',
    }),
    held_until: time.nullable().meta({ description: 'When the first email is sent.' }),
  })
  .meta({ ref: 'BulkUndoPreview' })

export const bulkPreview = z
  .strictObject({
    total: count,
    first: z
      .strictObject({
        id,
        reference: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        job_title: z.string(),
      })
      .array()
      .meta({ description: 'The first five.' }),
    step_name: z.string().nullable().meta({ description: 'The step that they would enter.' }),
    unchanged: count.meta({ description: 'How many have the status already: nothing happens.' }),
    emails: count.meta({ description: 'How many candidates get an email.' }),
    held: count.meta({ description: 'How many of the emails wait until they can be taken back.' }),
    untranslated: z
      .strictObject({
        language: z.string(),
        instead: z.string().meta({ description: 'The main language of the site.' }),
        candidates: count,
      })
      .array()
      .meta({
        description:
          'Into which languages the text is not translated, and how many candidates who read them get it as it is.',
      }),
    interviews: count.meta({
      description:
        'How many candidates have an interview, booked or proposed, that a rejection cancels.',
    }),
  })
  .meta({ ref: 'BulkPreview' })
