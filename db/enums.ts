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
