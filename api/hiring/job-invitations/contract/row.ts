import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

export const sentInvitationRow = z
  .strictObject({ job_id: id, job_title: z.string(), expires_at: time })
  .meta({ ref: 'SentInvitation' })

/** What the form of the job is filled in with. */
export const invitationRow = z
  .strictObject({
    job_id: id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
  })
  .meta({ ref: 'Invitation' })
export type Invitation = z.output<typeof invitationRow>
