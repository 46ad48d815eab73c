import type { ImportKind } from '#db/enums.ts'

/** Separate from the schemas, so that screens don't load zod for them. */

const applicationFields = [
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'job',
  'status',
  'step',
  'applied_at',
  'decided_at',
  'letter',
  'notes',
  'tags',
  'source',
  'foreign_id',
  'resume',
] as const

const jobFields = [
  'title',
  'description',
  'requirements',
  'location',
  'team',
  'applied_at',
  'foreign_id',
] as const

export type ImportField = (typeof applicationFields)[number] | (typeof jobFields)[number]

export const fieldsOf: Record<ImportKind, readonly ImportField[]> = {
  applications: applicationFields,
  jobs: jobFields,
}

/** Fields that several columns may fill; their cells are joined. */
export const joinedFields: readonly ImportField[] = ['notes', 'tags', 'letter', 'description']

export type Mapping = Record<string, ImportField | null>

/** What the columns don't say yet; undefined when the file can be checked. */
export function missingField(
  kind: ImportKind,
  mapping: Record<string, string | null>,
  job_id: number | null,
): string | undefined {
  const given = new Set(Object.values(mapping))
  if (kind === 'jobs') return given.has('title') ? undefined : 'Choose the column with the title'
  if (!given.has('email')) return 'Choose the column with the email address'
  if (!given.has('name') && !(given.has('first_name') && given.has('last_name')))
    return 'Choose the column with the name, or those with the first and the last name'
  if (!given.has('job') && !job_id)
    return 'Choose the column with the job, or one job for all of them'
  return
}

export const maxColumns = 500
export const maxLines = 100_000
export const maxPreview = 20
/** Of a CSV file, also inside a ZIP. In bytes. */
export const maxCsvBytes = 64 * 1_048_576
/** In bytes. */
export const maxZipBytes = 1024 * 1_048_576
export const maxZipEntries = 20_000
/** For how many days an uploaded file waits for its import. */
export const keptDays = 7

/** As the WHATWG Encoding Standard names them. */
export const encodings = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  macintosh: 'Macintosh',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
} as const
export type Encoding = keyof typeof encodings

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]
