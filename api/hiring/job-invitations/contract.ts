import { z } from 'zod'

export const newInvitation = z.strictObject({
  job_id: z.int('Choose a job').positive('Choose a job'),
})
