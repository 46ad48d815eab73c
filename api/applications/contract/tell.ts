import { z } from 'zod'
import { tells } from '#db/enums.ts'

/** The choice of a job or a reviewer; null leaves it open. */
export const tellChoice = z.enum(tells, `Must be one of ${tells.join(', ')}, or null`).nullable()
