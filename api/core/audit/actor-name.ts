import type { Context } from 'hono'
import { fullName } from '../http/contract/text.ts'
import type { Env } from '../route/context.ts'

/** Who acts: the person, or the API token, with the name of the person who made it. */
export function actorName(
  { var: { apiToken } }: Pick<Context<Env>, 'var'>,
  person: { first_name: string; last_name: string },
): string {
  const name = fullName(person)
  return apiToken ? `${apiToken.name} (API token of ${name})` : name
}
