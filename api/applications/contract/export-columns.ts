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
  ] as const),
  ...(['letter', 'notes', 'evaluations', 'resume_name', 'answers'] as const),
] as const
