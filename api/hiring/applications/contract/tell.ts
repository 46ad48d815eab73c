import { z } from 'zod'
import { notifyOptions } from '#db/enums.ts'

/** The choice of a job or a reviewer; null leaves it open. */
export const notifyChoice = z
  .enum(notifyOptions, `Must be one of ${notifyOptions.join(', ')}, or null`)
  .nullable()
