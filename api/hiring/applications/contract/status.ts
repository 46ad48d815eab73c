/** Separate from the schemas, so that scripts that only need the statuses don't load zod. */
export {
  type ApplicationStatus,
  applicationStatuses,
  type Notify as Tell,
  notifyOptions as tells,
} from '#db/enums.ts'
