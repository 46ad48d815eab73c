import { fieldErrors, type ProblemBody } from '#api/contract/problem.ts'
import type { LoginErrors } from './login-errors.ts'
import { keepSession, type Person } from './session.ts'

const failed = 'Login failed. Please try again.'

/** Signs in and keeps the session; what is wrong comes back, nothing when all went well. Plain fetch: the typed client would double the page's script. */
export async function signIn(email: string, password: string): Promise<LoginErrors> {
  try {
    const response = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body = await response.json()
    if (!response.ok) return refusal(body)
    const { token, user } = body as { token: string; user: Person }
    keepSession(token, user)
    return {}
  } catch {
    return { form: failed }
  }
}

function refusal(problem: Partial<ProblemBody>): LoginErrors {
  const { email, password } = fieldErrors(problem as ProblemBody)
  if (email || password) return { ...(email && { email }), ...(password && { password }) }
  return { form: problem.error || failed }
}
