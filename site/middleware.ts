import { defineMiddleware } from 'astro:middleware'
import { readSettings } from './lib/visitor.ts'

/**
 * What staff need, and what asks for itself. Also robots.txt: who is refused that one reads nothing
 * more for a day, long after everything is back.
 */
const staysOpen =
  /^\/(login|forgot-password|reset-password|dashboard|maintenance|robots\.txt|backoffice(\/.*)?|api\/.*)\/?$/

/** While `maintenance_mode` is on, every public page is the one that says so. A form that was sent gets its own answer, with what was typed. */
export const onRequest = defineMiddleware(async (context, next) => {
  const reads = ['GET', 'HEAD'].includes(context.request.method)
  if (!reads || staysOpen.test(context.url.pathname)) return next()
  const { maintenance_mode } = await readSettings()
  return maintenance_mode === 'true' ? context.rewrite('/maintenance') : next()
})
