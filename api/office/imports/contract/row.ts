import { z } from 'zod'
import { dateOrders, importKinds, importSources, importStates } from '#db/enums.ts'

const problem = z.object({ column: z.string().nullable(), message: z.string() })

export const importRow = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  source: z.enum(importSources),
  name: z.string().meta({ description: 'The name of the file.' }),
  is_zip: z.boolean(),
  state: z.enum(importStates).meta({
    description:
      '`checking`, `running` and `undoing` end by themselves; in the others somebody acts next.',
  }),
  columns: z.string().array(),
  mapping: z.record(z.string(), z.string().nullable()),
  job_id: z.int().nullable(),
  options: z.object({
    encoding: z.string(),
    separator: z.string(),
    date_order: z.enum(dateOrders),
    duplicates: z.enum(['skip', 'update']),
    statuses: z.record(z.string(), z.string()).optional(),
  }),
  preview: z
    .object({ line: z.int(), cells: z.string().array(), problems: problem.array() })
    .array()
    .meta({ description: 'The first lines, until it runs.' }),
  done: z.int().meta({ description: 'Lines that are done.' }),
  total: z.int().meta({ description: 'Lines of the file, once it was checked.' }),
  added: z.int(),
  updated: z.int(),
  skipped: z.int().meta({ description: 'Lines of people or jobs that are here already.' }),
  failed: z.int().meta({ description: 'Lines that can’t be imported.' }),
  erasable: z
    .int()
    .meta({ description: 'How many applications the retention rules would erase tonight.' }),
  left: z.int().meta({ description: 'What it added and is still there.' }),
  unknown_statuses: z.string().array(),
  problem_count: z.int().meta({ description: 'Lines with a problem.' }),
  problems: z
    .object({ line: z.int(), column: z.string().nullable(), message: z.string() })
    .array()
    .meta({ description: 'Of the first 100 such lines.' }),
  error: z.string().nullable().meta({ description: 'Why it failed as a whole.' }),
  user_name: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
})

export const importStarted = importRow.extend({ guess: importRow.shape.mapping })
export type ImportRow = z.infer<typeof importRow>
