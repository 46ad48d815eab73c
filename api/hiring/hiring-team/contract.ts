import { z } from 'zod'

export const maxMembers = 50

const ignored = z.unknown().optional().meta({ description: 'Ignored.' })
const userId = z.int('Choose a user').positive('Choose a user')

export const hiringTeam = z
  .strictObject(
    {
      user_id: userId,
      owner: z.boolean('Must be true or false').default(false),
      // Of the row as it was read.
      first_name: ignored,
      last_name: ignored,
      is_active: ignored,
    },
    'Must be an object with user_id and owner',
  )
  .transform(({ user_id, owner }) => ({ user_id, owner }))
  .array()
  .max(maxMembers, `At most ${maxMembers} people`)
  .check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [index, { user_id }] of value.entries()) {
      if (seen.has(user_id))
        issues.push({
          code: 'custom',
          path: [index, 'user_id'],
          message: 'This person is on the team already',
          input: user_id,
        })
      seen.add(user_id)
    }
  })

export type HiringTeam = z.output<typeof hiringTeam>
