import { z } from 'zod'
import { csvSeparator } from '#api/core/http/contract/csv.ts'
import { applicationFilter } from '../contract.ts'
import { exportColumns } from './export-columns.ts'

/** Named one by one: an address has at most 16 KB. */
const maxIds = 1000

const idList = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Give ids, with commas between them')
  .transform((ids) => ids.split(',').map(Number))
  .refine((ids) => ids.length <= maxIds, `Give at most ${maxIds.toLocaleString('en')} ids`)
  .optional()

export const exportQuery = {
  ...applicationFilter,
  ids: idList.meta({ description: 'Instead of the filters.' }),
  except: idList,
  columns: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.enum(exportColumns, 'Must be names of columns, such as id,email,status').array())
    .optional()
    .meta({ description: 'Names with commas between them; all by default.' }),
  separator: csvSeparator.meta({
    description: 'Excel expects semicolons where the decimal sign is a comma.',
  }),
  bom: z
    .literal('true', 'Must be true')
    .optional()
    .meta({ description: 'Begin with a byte order mark, by which Excel knows UTF-8.' }),
}
