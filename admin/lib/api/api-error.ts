import type { ProblemBody } from '#api/core/http/contract/problem.ts'

/** An error response, or a network failure (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly body: ProblemBody & { current?: unknown; changed_by?: string }

  constructor(status: number, body: ProblemBody) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

/** The server's error message, else `fallback`. */
export const sentence = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.body.error ? error.body.error : fallback
