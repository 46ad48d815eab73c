import { defineMiddleware } from 'astro:middleware'
import { type Language, languageOf, languages } from '#api/core/words/contract.ts'
import { server } from '#api/server.ts'
import { isPrivate, privateHeaders } from './lib/private-paths.ts'
import { readAppearance, readSettings, reportMaintenance } from './lib/visitor.ts'
import { guardQuery } from './server/cache/cacheable.ts'

/**
 * Paths that stay open in maintenance, beside candidates' own: those of staff; robots.txt, because
 * a crawler that gets an error for it reads nothing more for a day; jobs.json, which says so itself.
 */
const staysOpen =
  /^\/(login|forgot-password|reset-password|dashboard|maintenance|robots\.txt|jobs\.json|backoffice(\/.*)?|api\/.*)\/?$/

/** Paths that show neither settings nor look. A preview is a rewrite to the page. */
const needsNoSettings = /^\/(dashboard|backoffice(\/.*)?|api\/.*|preview\/.*)\/?$/

/**
 * Reads settings and look. During maintenance, public pages become the maintenance page; form posts
 * keep their own response, with the input.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  speak(context.locals, server.siteLanguage())
  guardQuery(context.url)
  const { pathname } = context.url
  if (needsNoSettings.test(pathname)) return next()
  // A rewrite runs this again, with the same locals.
  const { locals } = context
  ;[locals.settings, locals.appearance] = await Promise.all([
    locals.settings ?? readSettings(),
    locals.appearance ?? readAppearance(),
  ])
  speak(locals, languageOf(locals.settings.site_language))
  const reads = ['GET', 'HEAD'].includes(context.request.method)
  const isOpen = locals.settings.maintenance_mode !== 'true'
  if (!reads || isOpen || isPrivate(pathname) || staysOpen.test(pathname))
    return withHeaders(pathname, await next())
  reportMaintenance()
  return withHeaders(pathname, await context.rewrite('/maintenance'))
})

function speak(locals: App.Locals, language: Language) {
  locals.language = language
  locals.words = languages[language]
}

function withHeaders(pathname: string, response: Response) {
  if (isPrivate(pathname))
    for (const [name, value] of Object.entries(privateHeaders))
      if (!response.headers.get(name)?.startsWith(value)) response.headers.set(name, value)
  return response
}
