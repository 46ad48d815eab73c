/** The body of every error response. */
export type ProblemBody = {
  /** A sentence for a person. */
  error: string
  /** There whenever a field is to blame; the first element of `path` names it. */
  details?: { path: (string | number)[]; message: string }[]
  /** On a sign-in's 401: the password was right, and a code is asked for. On 403: two-step sign-in has to be set up first. */
  second_factor?: true
  /** On 500 only: what to look for in the log. */
  request_id?: string
}

/** The first message for each field, by the field's name. */
export function fieldErrors(problem: ProblemBody): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of problem.details ?? []) {
    const field = String(path[0] ?? '')
    if (field && !errors[field]) errors[field] = message || 'Invalid input'
  }
  return errors
}
