/** The body of every error response. */
export type ProblemBody = {
  /** The message to show to the user. */
  error: string
  /** Present when fields are invalid; the first element of `path` is the field. */
  details?: { path: (string | number)[]; message: string }[]
  /**
   * On a sign-in's 401: the password is correct and a code is required. On 403: two-step sign-in
   * must be set up first.
   */
  second_factor?: true
  /** On a sign-in's 401 with `second_factor`: a passkey signs in. */
  passkey?: true
  /** On 500 only: the id of the log entry. */
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
