import { defineMiddleware } from 'astro:middleware'
import { languages, siteLanguage } from '#api/words/contract.ts'
import { readSettings } from './lib/visitor.ts'
import { guardQuery } from './server/cache/cacheable.ts'

/**
 * Paths that stay open in maintenance: those of staff, and robots.txt, because a crawler that gets an
 * error for it reads nothing more for a day.
 */
const staysOpen =
  /^\/(login|forgot-password|reset-password|dashboard|maintenance|robots\.txt|backoffice(\/.*)?|api\/.*)\/?$/

/** During maintenance shows the maintenance page for every public page. Form posts get their own response, with the input. */
export const onRequest = defineMiddleware(async (context, next) => {
  Object.assign(context.locals, { language: siteLanguage, words: languages[siteLanguage] })
  guardQuery(context.url)
  const reads = ['GET', 'HEAD'].includes(context.request.method)
  if (!reads || staysOpen.test(context.url.pathname)) return next()
  const { maintenance_mode } = await readSettings()
  return maintenance_mode === 'true' ? context.rewrite('/maintenance') : next()
})
