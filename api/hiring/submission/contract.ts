import { z } from 'zod'

/** Files that `POST /jobs/{id}/resumes` takes at once. */
export const maxResumes = 25
/** Of all of them together, in bytes. */
export const maxResumeBytes = 100 * 1_048_576

const text = z.string()

/** A received resume, and what was guessed of its sender, for a person to check. */
export const stagedResume = z
  .strictObject({
    name: text.meta({ description: 'The name of the file.' }),
    staged_resume: text
      .nullable()
      .meta({ description: 'For `POST /applications/manual`, for a day; null: see `error`.' }),
    first_name: text.meta({ description: 'Guessed; empty when it was not found.' }),
    last_name: text,
    email: text,
    application_id: z
      .int()
      .nullable()
      .meta({ description: 'Of the same address for this job, the latest.' }),
    error: text.nullable().meta({ description: 'Why the file was refused.' }),
  })
  .meta({ ref: 'StagedResume' })
