import type { SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import { readAutomaticTexts } from '#api/core/letters/automatic-texts.ts'
import { passwordMail, sendLink } from '#api/core/letters/password-mail.ts'
import {
  handOverLink,
  type LinkKind,
  linkWith,
  newToken,
  tokenPlaceholder,
} from '#api/core/links/password-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'

type Named = { first_name: string; last_name: string }

/**
 * Statements for one batch that mail this person a link to choose a password, if they are active
 * and `condition` holds; `by` is the sender. Without a mail server, `link` is for staff to pass on.
 */
export async function passwordLink(
  c: Context<Env>,
  to: Named & { email: string },
  kind: LinkKind,
  { by, condition }: { by?: Named; condition?: SQL } = {},
) {
  const { db, mailFrom, mailer } = c.var
  const settings = await readSiteSettings(db)
  const base = mailBase(c.var, settings)
  if (by && mailer?.delivers === false) {
    const { token, hash } = newToken()
    const { statements, expires_at } = handOverLink(db, { email: to.email, kind, hash, condition })
    return { statements, link: { url: linkWith(token, base), expires_at } }
  }
  const about = {
    kind,
    url: linkWith(tokenPlaceholder, base),
    site: settings.site_name,
    from: mailFrom,
    base,
    texts: await readAutomaticTexts(db),
  }
  const mail = passwordMail(to, { ...about, ...(by && { by }) })
  return { statements: sendLink(db, { kind, mail }, condition), link: undefined }
}
