import type { AuditAction } from '#db/enums.ts'

/** Events whose target is an application. */
export const aboutApplications: AuditAction[] = [
  ...(['application.created', 'application.viewed', 'application.changed'] as const),
  ...(['application.deleted', 'application.emailed', 'application.email_retried'] as const),
  ...(['application.email_taken_back', 'application.told', 'application.withdrawn'] as const),
  ...(['application.withdrawal_undone', 'application.contact_changed'] as const),
  ...(['application.resume_replaced', 'application.erased'] as const),
  ...(['application.consent_revoked', 'application.consent_renewed'] as const),
  ...(['comment.created', 'comment.changed', 'comment.deleted'] as const),
  ...(['evaluation.given', 'evaluation.changed', 'evaluation.waived'] as const),
  'evaluations.seen',
  ...(['interview.proposed', 'interview.changed', 'interview.canceled'] as const),
  ...(['interview.booked', 'interview.declined'] as const),
  ...(['document.requested', 'document.withdrawn', 'document.received'] as const),
  ...(['document.downloaded', 'correspondence.viewed'] as const),
  ...(['person.exported', 'resume.downloaded', 'answer_file.downloaded'] as const),
  'application.exported',
]

/** Instead of the name of somebody whose application was erased. */
export const erasedApplicant = 'erased applicant'
