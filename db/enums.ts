/** The vocabulary shared by all layers. Imports nothing, so browsers can load it. */

export const roles = ['admin', 'user'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'manage_users',
  'edit_pages',
  'review_applications',
  'manage_jobs',
  'manage_settings',
] as const
export type Permission = (typeof permissions)[number]

export const applicationStatuses = ['pending', 'shortlisted', 'rejected', 'selected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** schema.org's values, see https://developers.google.com/search/docs/appearance/structured-data/job-posting. */
export const employmentTypes = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
] as const
export type EmploymentType = (typeof employmentTypes)[number]

export const workplaces = ['onsite', 'hybrid', 'remote'] as const
export type Workplace = (typeof workplaces)[number]

export const payUnits = ['hour', 'day', 'week', 'month', 'year'] as const
export type PayUnit = (typeof payUnits)[number]

/** Whether a job's application form has a letter, or a resume, and whether it must be given. */
export const fieldModes = ['required', 'optional', 'off'] as const
export type FieldMode = (typeof fieldModes)[number]

export const questionKinds = [
  'short_text',
  'long_text',
  'single_choice',
  'multiple_choice',
  'yes_no',
  'number',
  'date',
  'file',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/** An address of a job, as far as it is known. */
export type Place = {
  locality: string | null
  region: string | null
  postal_code: string | null
  street: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** A question of the employer in the application form. */
export type Question = {
  /** Random, so that no other job has a question with this id. */
  id: number
  kind: QuestionKind
  label: string
  help: string | null
  required: boolean
  /** Choices of single_choice and multiple_choice; null for other kinds. */
  options: string[] | null
}

/** An answer with the words that were answered, which the editor may change later. */
export type Answer = {
  question_id: number
  label: string
  kind: QuestionKind
  /** Several choices are an array, a date is `YYYY-MM-DD`, a file is its name. */
  value: string | string[] | number | boolean
}

export const resumeTypes = ['pdf', 'doc', 'docx'] as const
export type ResumeType = (typeof resumeTypes)[number]

/** In the order of the settings screen. */
export const settingCategories = [
  'general',
  'contact',
  'seo',
  'analytics',
  'uploads',
  'system',
  'social',
] as const

/** `reset` and `invitation` carry a link to choose a password. */
export const mailKinds = ['notice', 'receipt', 'reset', 'invitation'] as const
export type MailKind = (typeof mailKinds)[number]

// In a file of its own, so that the application form's script doesn't carry it.
export { type AuditAction, auditActions } from './audit-actions.ts'
