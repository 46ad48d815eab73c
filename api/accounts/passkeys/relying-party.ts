import { isIP } from 'node:net'
import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'

/** Whom passkeys are made for: a domain, and the origin of the pages that may ask for them. */
export type RelyingParty = { id: string; origin: string; name: string }

/** By the site's configured address or the process's own; never the Host header. */
export async function relyingParty({ var: services }: Context<Env>): Promise<RelyingParty> {
  const settings = await readSiteSettings(services.db)
  const { hostname, origin } = new URL(mailBase(services, settings))
  return { id: hostname, origin, name: settings.site_name }
}

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** Throws 409 where browsers make no passkeys (WebAuthn Level 3 §5.1.3, steps 6 to 8). */
export function assertUsable({ id, origin }: RelyingParty): void {
  if (isIP(id.replace(/^\[|\]$/g, '')))
    throw new Problem(
      409,
      'Passkeys need a domain, not an IP address. Ask an admin to set the public URL.',
    )
  if (!origin.startsWith('https:') && !isLocal(id))
    throw new Problem(
      409,
      'Passkeys need an address with https. Ask an admin to change the public URL.',
    )
}
