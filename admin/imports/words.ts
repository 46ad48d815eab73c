import type { ImportField } from '#api/office/imports/contract/fields.ts'
import { formatCount } from '../lib/text/format.ts'
import type { Import } from './queries.ts'

export const fieldWords: Record<ImportField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Full name',
  email: 'Email address',
  phone: 'Phone number',
  job: 'Job',
  status: 'Status',
  step: 'Hiring step',
  applied_at: 'Date',
  decided_at: 'Date of the decision',
  letter: 'Motivation letter',
  notes: 'Notes',
  tags: 'Tags',
  source: 'Source',
  foreign_id: 'Id in the other program',
  resume: 'Resume (file in the ZIP)',
  title: 'Title',
  description: 'Description',
  requirements: 'Requirements',
  location: 'Location',
  team: 'Team',
}

export const sourceWords: Record<Import['source'], string | undefined> = {
  greenhouse: 'Greenhouse',
  teamtailor: 'Teamtailor',
  personio: 'Personio',
  other: undefined,
}

export const dateOrderWords = {
  dmy: 'Day, month, year (31/12/2025)',
  mdy: 'Month, day, year (12/31/2025)',
  ymd: 'Year, month, day (2025-12-31)',
}

export const separatorWords: Record<string, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

export const stateWords: Record<Import['state'], string> = {
  uploaded: 'Not imported yet',
  checking: 'Being checked',
  checked: 'Checked, not imported yet',
  running: 'Being imported',
  done: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Failed',
}

/** '3 people' or '1 job'. */
export const countOf = (kind: Import['kind'], count: number) => {
  const word = kind === 'jobs' ? (count === 1 ? 'job' : 'jobs') : count === 1 ? 'person' : 'people'
  return `${formatCount(count)} ${word}`
}
