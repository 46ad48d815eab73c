/** Columns of an export, in order. Separate from the schemas, so that the screen needs no zod. */
export const exportColumns = [
  ...([
    'id',
    'job_title',
    'first_name',
    'last_name',
    'email',
    'phone',
    'status',
    'step',
    'tags',
  ] as const),
  ...([
    'created_at',
    'reviewed_at',
    'told_status',
    'told_at',
    'withdrawn_at',
    'kept_until',
    'language',
    'source',
    'reason',
    'suspicious',
  ] as const),
  ...(['letter', 'notes', 'evaluations', 'resume_name', 'answers'] as const),
] as const

/** Those of a site; its language says nothing where there is one. */
export const exportColumnsOf = (hasLanguages: boolean) =>
  exportColumns.filter((name) => hasLanguages || name !== 'language')

/** The heads of the file, and the words of the dialog. Files of others rely on them. */
export const exportLabels: Record<(typeof exportColumns)[number], string> = {
  id: 'Number',
  job_title: 'Position',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  step: 'Step',
  tags: 'Tags',
  created_at: 'Applied on',
  reviewed_at: 'Reviewed on',
  told_status: 'Decision emailed',
  told_at: 'Emailed on',
  withdrawn_at: 'Withdrawn on',
  kept_until: 'Kept until',
  language: 'Language',
  source: 'Source',
  reason: 'Reason for rejection',
  suspicious: 'Possible spam',
  letter: 'Motivation letter',
  notes: 'Notes',
  evaluations: 'Evaluations',
  resume_name: 'Resume file',
  answers: 'Answers to questions',
}
