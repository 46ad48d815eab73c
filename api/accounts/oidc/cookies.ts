import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Started } from './provider.ts'

/** The server adds BASE_PATH. */
const path = '/api/auth/oidc'
/** Seconds. */
const startLifetime = 10 * 60
const codeLifetime = 10 * 60
const names = { started: 'foyer-sign-in', code: 'foyer-sign-in-code' }
const context = 'company sign-in'

/** The address of the site, at which the provider sends people back. */
export async function siteBase({ var: vars }: Context<Env>) {
  return mailBase(vars, await readSiteSettings(vars.db))
}

const options = (base: string, maxAge: number) =>
  ({
    path,
    maxAge,
    httpOnly: true,
    // Lax: comes along when the provider sends the browser back.
    sameSite: 'Lax',
    secure: base.startsWith('https:'),
  }) as const

/** Keeps what the way back is checked with in the browser: nothing is stored for strangers. */
export function keepStarted(c: Context<Env>, base: string, started: Started) {
  const ends = Date.now() + startLifetime * 1000
  const sealed = c.var.secrets.seal(JSON.stringify({ ...started, ends }), context)
  setCookie(c, names.started, sealed, options(base, startLifetime))
}

/** What was kept, once: undefined if it is too old or not ours. */
export function takeStarted(c: Context<Env>, base: string): Started | undefined {
  const cookie = getCookie(c, names.started)
  if (cookie === undefined) return undefined
  deleteCookie(c, names.started, options(base, 0))
  const text = c.var.secrets.open(cookie, context)
  const kept = text === undefined ? undefined : (JSON.parse(text) as Started & { ends: number })
  return kept && kept.ends > Date.now() ? kept : undefined
}

export const keepCode = (c: Context<Env>, base: string, code: string) =>
  setCookie(c, names.code, code, options(base, codeLifetime))

export const readCode = (c: Context<Env>) => getCookie(c, names.code)

export const forgetCode = (c: Context<Env>, base: string) =>
  deleteCookie(c, names.code, options(base, 0))
