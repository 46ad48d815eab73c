import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Env } from '../http.ts'
import { type LinkKind, newLink, sendLink } from './password-links.ts'
import { passwordMail } from './password-mail.ts'
import { readSiteSettings, siteAddress } from './site-settings.ts'

type Named = { first_name: string; last_name: string }

/**
 * Statements for one batch that mail this person a link to choose a password, if they are active
 * and `condition` holds; `by` is who has it sent. The link begins with PUBLIC_URL, else with
 * the setting public_url, else with the address this process has: a Host header is whatever its sender likes, and
 * would send the person with a good token to someone else's site.
 */
export async function mailedLink(
  c: Context<Env>,
  to: Named & { email: string },
  kind: LinkKind,
  { by, condition }: { by?: Named; condition?: SQL } = {},
) {
  const { db, mailFrom, publicUrl, ownAddress } = c.var
  const settings = await readSiteSettings(db)
  const { token, url } = newLink(siteAddress(publicUrl, settings) || ownAddress)
  const about = { kind, url, site: settings.site_name, from: mailFrom, ...(by && { by }) }
  return sendLink(db, { token, kind, mail: passwordMail(to, about) }, condition)
}
