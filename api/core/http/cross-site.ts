import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from '../route/context.ts'
import { readSomeSettings, siteAddress } from '../site-settings/site-settings.ts'
import { readerWords } from '../words/reader.ts'
import { Problem } from './problem.ts'

/** The request's Origin header where it names another host than the one asked. */
function foreignOrigin({ req, env }: Context<Env>) {
  const origin = req.header('origin')
  const asked = env?.host ?? req.header('host') ?? new URL(req.url).host
  return origin !== undefined && URL.parse(origin)?.host !== asked ? origin : undefined
}

/** Whether the origin is that of the site, whose pages may call an API on another origin. */
async function isSite({ var: { db, publicUrl } }: Context<Env>, origin: string) {
  const settings = publicUrl ? { public_url: '' } : await readSomeSettings(db, 'public_url')
  return URL.parse(siteAddress(publicUrl, settings))?.origin === origin
}

const allow = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
  exposeHeaders: [
    'Content-Disposition',
    'Link',
    'Location',
    'Retry-After',
    'X-Request-Id',
    'X-Total-Count',
    'X-Total-Count-Capped',
  ],
  maxAge: 600,
})

/** CORS for the site itself and no other: without cookies, since the API reads none. */
export const allowSite: MiddlewareHandler<Env> = async (c, next) => {
  const origin = foreignOrigin(c)
  return origin !== undefined && (await isSite(c, origin)) ? allow(c, next) : next()
}

/** Throws 403 for forms from other sites (Fetch Metadata; Origin for browsers without it). */
export async function rejectCrossSite(c: Context<Env>) {
  const origin = foreignOrigin(c)
  const isForeign = origin !== undefined
  if (isForeign && (await isSite(c, origin))) return
  if (isForeign || c.req.header('sec-fetch-site') === 'cross-site')
    throw new Problem(403, readerWords().server.foreign)
}
