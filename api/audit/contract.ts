import { z } from 'zod'
import { type AuditAction, auditActions } from '#db/enums.ts'
import { staffSearch } from '../http/contract/paging.ts'

/** The phrase for each audit action: '{who} signed in', '{who} changed user {name}'. */
export const auditWords: Record<AuditAction, string> = {
  'session.started': 'signed in',
  'session.recovered': 'signed in with a recovery code',
  'session.refused': 'failed to sign in',
  'session.ended': 'signed out',
  'password.asked': 'requested a password reset',
  'password.reset': 'reset their password by email',
  'password.changed': 'changed their password',
  'password.set': 'set a new password for',
  'password.refused': 'entered a wrong current password',
  'profile.changed': 'changed their profile',
  'second_factor.asked': 'entered the right password and was asked for a code',
  'second_factor.refused': 'entered a wrong code',
  'second_factor.begun': 'started setting up two-step sign-in',
  'second_factor.on': 'turned two-step sign-in on',
  'second_factor.off': 'turned two-step sign-in off',
  'second_factor.codes': 'made new recovery codes',
  'second_factor.reset': 'reset the two-step sign-in of',
  'user.created': 'created user',
  'user.changed': 'changed user',
  'user.invited': 'sent a password link to',
  'user.link_created': 'created a password link for',
  'user.deleted': 'deleted user',
  'page.created': 'created page',
  'page.changed': 'changed page',
  'page.published': 'published page',
  'page.unpublished': 'unpublished page',
  'page.deleted': 'deleted page',
  'job.created': 'created job',
  'job.changed': 'changed job',
  'job.activated': 'activated job',
  'job.deactivated': 'deactivated job',
  'job.deleted': 'deleted job',
  'application.created': 'added an application for',
  'application.viewed': 'viewed the application of',
  'application.changed': 'changed the application of',
  'application.deleted': 'deleted the application of',
  'resume.downloaded': 'opened or downloaded the resume of',
  'answer_file.downloaded': 'opened or downloaded a file of',
  'setting.created': 'created setting',
  'setting.changed': 'changed setting',
  'setting.deleted': 'deleted setting',
  'mail.retried': 'resent email',
  'mail.tested': 'sent a test email',
  'audit.exported': 'exported the audit trail',
}

/** `q` searches actor, target and IP address. Days are UTC, inclusive. */
export const auditFilter = {
  action: z.enum([...auditActions, 'all'], 'Unknown action').default('all'),
  q: staffSearch,
  from: z.iso.date('Must be a day like 2026-01-31').optional(),
  to: z.iso.date('Must be a day like 2026-01-31').optional(),
}
