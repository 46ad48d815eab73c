import { fieldErrors, type ProblemBody } from '#api/core/http/contract/problem.ts'
import { apiAddress } from './api-base.ts'

/** Errors by field name; `form` for the form as a whole. */
export type FormErrors<Name extends string> = Partial<Record<Name | 'form', string>>

type Refusal = Partial<ProblemBody> & { status: number }

/**
 * Posts a sign-in or password form. Returns `body` on success; otherwise `errors`, and the server's
 * problem with its status as `refused`. Plain fetch: the typed client would double the script.
 */
export async function sendForm<Name extends string>(
  path: string,
  values: { [name in Name]?: unknown },
  failed: string,
  /** `path` is the address already: for what needs the site's cookies. */
  { isOnSite = false } = {},
): Promise<{ errors: FormErrors<Name>; body?: unknown; refused?: Refusal }> {
  try {
    const response = await fetch(isOnSite ? path : apiAddress(path), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    })
    const body = response.status === 200 || !response.ok ? await response.json() : undefined
    if (response.ok) return { errors: {}, body }
    return { errors: refusal(body, values, failed), refused: { ...body, status: response.status } }
  } catch {
    return { errors: { form: failed } as FormErrors<Name> }
  }
}

function refusal<Name extends string>(
  problem: Partial<ProblemBody>,
  values: { [name in Name]?: unknown },
  failed: string,
) {
  const ours = Object.entries(fieldErrors(problem as ProblemBody)).filter(([name]) =>
    Object.hasOwn(values, name),
  )
  const errors = ours.length ? Object.fromEntries(ours) : { form: problem.error || failed }
  return errors as FormErrors<Name>
}
