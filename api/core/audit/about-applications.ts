import { type AuditAction, applicationActions } from '#db/enums.ts'

const actions = new Set<AuditAction>(applicationActions)
export const isAboutApplication = (action: AuditAction) => actions.has(action)

/** Instead of the name of somebody whose application was erased. */
export const erasedApplicant = 'erased applicant'
