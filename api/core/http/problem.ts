import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ProblemBody } from './contract/problem.ts'

const maxDetails = 20
const maxNameLength = 100

/** Names come from the request, so limit their number and length. */
const bounded = (details: NonNullable<ProblemBody['details']>) =>
  details.slice(0, maxDetails).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'string' ? part.slice(0, maxNameLength) : part)),
    message,
  }))

/** The error that handlers throw on purpose; errors.ts turns it into a response. */
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
    this.body = { error, ...(details && { details: bounded(details) }), ...more }
    this.headers = headers
  }

  /** A problem with one field; `message` is also the error. */
  static field(status: ContentfulStatusCode, field: string, message: string) {
    return new Problem(status, message, { details: [{ path: [field], message }] })
  }
}
