/** The vocabulary that every room shares. Imports nothing, so that the browser may have it too. */

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

/** In the order in which the settings screen shows them. */
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

/** What the audit trail records. */
export const auditActions = [
  'session.started',
  'session.recovered',
  'session.refused',
  'session.ended',
  'password.asked',
  'password.reset',
  'password.changed',
  'password.set',
  'password.refused',
  'profile.changed',
  'second_factor.asked',
  'second_factor.refused',
  'second_factor.begun',
  'second_factor.on',
  'second_factor.off',
  'second_factor.codes',
  'second_factor.reset',
  'user.created',
  'user.changed',
  'user.invited',
  'user.link_created',
  'user.deleted',
  'page.created',
  'page.changed',
  'page.published',
  'page.unpublished',
  'page.deleted',
  'job.created',
  'job.changed',
  'job.activated',
  'job.deactivated',
  'job.deleted',
  'application.created',
  'application.viewed',
  'application.changed',
  'application.deleted',
  'resume.downloaded',
  'setting.created',
  'setting.changed',
  'setting.deleted',
  'mail.retried',
  'mail.tested',
  'audit.exported',
] as const
export type AuditAction = (typeof auditActions)[number]
