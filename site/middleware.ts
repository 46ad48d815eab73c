import { defineMiddleware } from 'astro:middleware'
import { languages, siteLanguage } from '#api/words/contract.ts'
import { readSettings, reportMaintenance } from './lib/visitor.ts'
import { guardQuery } from './server/cache/cacheable.ts'

/**
 * Paths that stay open in maintenance: those of staff; robots.txt, because a crawler that gets an
 * error for it reads nothing more for a day; jobs.json, which says so itself, to programs.
 */
const staysOpen =
  /^\/(login|forgot-password|reset-password|dashboard|maintenance|robots\.txt|jobs\.json|backoffice(\/.*)?|api\/.*)\/?$/

/** Paths that show no settings. */
const needsNoSettings = /^\/(dashboard|backoffice(\/.*)?|api\/.*)\/?$/

/** Reads the settings. During maintenance shows the maintenance page for every public page. Form posts get their own response, with the input. */
export const onRequest = defineMiddleware(async (context, next) => {
  Object.assign(context.locals, { language: siteLanguage, words: languages[siteLanguage] })
  guardQuery(context.url)
  const { pathname } = context.url
  if (needsNoSettings.test(pathname)) return next()
  // A rewrite runs this again, with the same locals.
  context.locals.settings ??= await readSettings()
  const reads = ['GET', 'HEAD'].includes(context.request.method)
  const isOpen = context.locals.settings.maintenance_mode !== 'true'
  if (!reads || isOpen || staysOpen.test(pathname)) return next()
  reportMaintenance()
  return context.rewrite('/maintenance')
})
