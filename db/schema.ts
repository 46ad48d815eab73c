/** The tables, by subject. Accounts, jobs and privacy are what the others refer to. */

export * from './schema/accounts.ts'
export * from './schema/applications.ts'
export * from './schema/audit.ts'
export { databaseMs, now, touched } from './schema/columns.ts'
export * from './schema/jobs.ts'
export * from './schema/links.ts'
export * from './schema/mail.ts'
export * from './schema/media.ts'
export * from './schema/privacy.ts'
export * from './schema/processes.ts'
export * from './schema/reviewing.ts'
export * from './schema/site.ts'
