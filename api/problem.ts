import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ProblemBody } from './contract/problem.ts'

/** The one error that handlers throw on purpose; `onError` in app.ts turns it into an answer. */
export class Problem extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ProblemBody & Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    error: string,
    {
      details,
      headers = {},
      ...more
    }: { details?: ProblemBody['details']; headers?: Record<string, string> } & Record<
      string,
      unknown
    > = {},
  ) {
    super(error)
    this.status = status
    this.body = { error, ...(details && { details }), ...more }
    this.headers = headers
  }

  /** A problem with one field: its message is also the sentence. */
  static field(status: ContentfulStatusCode, field: string, message: string) {
    return new Problem(status, message, { details: [{ path: [field], message }] })
  }
}
