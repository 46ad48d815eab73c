import { z } from 'zod'

const separators = ['comma', 'semicolon'] as const
export type Separator = (typeof separators)[number]

/** Between the cells of a CSV file. */
export const csvSeparator = z
  .enum(separators, `Must be one of ${separators.join(', ')}`)
  .default('comma')
