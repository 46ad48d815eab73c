import { z } from 'zod'
import { id } from '#api/core/http/contract/row-parts.ts'

/** A member of a job's hiring team. */
export const memberRow = z
  .strictObject({
    user_id: id,
    owner: z.boolean().meta({ description: 'Whose job it is to fill.' }),
    first_name: z.string(),
    last_name: z.string(),
    is_active: z.boolean(),
  })
  .meta({ ref: 'HiringTeamMember' })

/** A user who can be put on a hiring team. */
export const colleagueRow = memberRow.pick({ user_id: true, first_name: true, last_name: true })
