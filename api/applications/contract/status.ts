/** Separate from the schemas, so that scripts that only need the statuses don't load zod. */
export { type ApplicationStatus, applicationStatuses, type Tell, tells } from '#db/enums.ts'
