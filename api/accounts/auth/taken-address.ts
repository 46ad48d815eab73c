import { Problem } from '#api/core/http/problem.ts'
import { isUniqueViolation } from '#db/errors.ts'

/** Waits for a write; 409 when it would give two people the same email address. */
export async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error, 'users.email')) throw error
    throw Problem.field(409, 'email', 'Someone already uses this email address')
  }
}
