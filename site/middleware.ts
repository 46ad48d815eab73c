import { defineMiddleware } from 'astro:middleware'
import type { APIContext, MiddlewareNext } from 'astro'
import { languagesOf } from '#api/core/words/contract/names.ts'
import { addressGermansWith, type Language, wordsOf } from '#api/core/words/contract.ts'
import { server } from '#api/server.ts'
import { cookieToken } from './candidate/private-page.ts'
import { inLanguagePaths, isInLanguages } from './lib/language-paths.ts'
import { isCandidates, isForGuests, isPrivate, privateHeaders } from './lib/private-paths.ts'
import { readAppearance, readSettings, reportMaintenance } from './lib/visitor.ts'
import { guardQuery } from './server/cache/cacheable.ts'

/**
 * Paths that stay open in maintenance, beside candidates' own: those of staff; robots.txt, because
 * a crawler that gets an error for it reads nothing more for a day; jobs.json, which says so itself.
 */
const staysOpen =
  /^\/(login|forgot-password|reset-password|dashboard|maintenance|robots\.txt|jobs\.json|backoffice(\/.*)?|api\/.*)\/?$/

/** The form for new jobs by email: the pages of its links are the reader's own. */
const isAlertForm = /^\/alerts\/?$/

/** Paths that show neither settings nor look. A preview is a rewrite to the page. */
const needsNoSettings = /^\/(dashboard|backoffice(\/.*)?|api\/.*|preview\/.*)\/?$/

/**
 * Reads settings and look. During maintenance, public pages become the maintenance page; form posts
 * keep their own response, with the input.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  speak(context.locals, server.siteLanguages())
  guardQuery(context.url)
  const { pathname } = context.url
  if (needsNoSettings.test(pathname)) return next()
  // A rewrite runs this again, with the same locals.
  const { locals } = context
  await readTexts(locals, locals.settings, locals.appearance)
  addressGermansWith(locals.settings.german_address)
  speak(locals, languagesOf(locals.settings))
  const isTheirs = (isCandidates(pathname) || isForGuests(pathname)) && !isInLanguages(pathname)
  if (isTheirs && locals.languages.length > 1)
    return withHeaders(pathname, await inTheirLanguage(context, next))
  const reads = ['GET', 'HEAD'].includes(context.request.method)
  const isOpen = locals.settings.maintenance_mode !== 'true'
  const isTheirOwn = isPrivate(pathname) && !isAlertForm.test(pathname)
  if (!reads || isOpen || isTheirOwn || staysOpen.test(pathname))
    return withHeaders(pathname, await next())
  reportMaintenance()
  return withHeaders(pathname, await context.rewrite('/maintenance'))
})

/**
 * Renders a candidate's page in the language of their application, or of an alert; once its link is used up, and for
 * guests, in that of `?lang=`.
 */
async function inTheirLanguage(context: APIContext, next: MiddlewareNext) {
  const { locals, params, url } = context
  const token = params.token ?? cookieToken(context)
  // What can't be read says so on the page.
  const theirs =
    token &&
    !isForGuests(url.pathname) &&
    (await server.languageOfLink(token).catch(() => undefined))
  const asked = url.searchParams.get('lang')
  const language = theirs || locals.languages.find((tag) => tag === asked) || locals.languages[0]
  return server.inLanguage(language, async () => {
    speak(locals, locals.languages)
    if (locals.prefix) await readTexts(locals)
    return inLanguagePaths(await next(), locals.prefix)
  })
}

/** Reads settings and look in the language of the page, unless they are given. */
async function readTexts(
  locals: App.Locals,
  settings?: App.Locals['settings'],
  appearance?: App.Locals['appearance'],
) {
  ;[locals.settings, locals.appearance] = await Promise.all([
    settings ?? readSettings(),
    appearance ?? readAppearance(),
  ])
}

function speak(locals: App.Locals, all: readonly [Language, ...Language[]]) {
  locals.languages = all
  locals.language = server.askedLanguage() ?? all[0]
  locals.words = wordsOf(locals.language)
  const isMain = locals.language === all[0]
  locals.prefix = isMain ? undefined : locals.language
  locals.writtenIn = isMain ? undefined : all[0]
}

function withHeaders(pathname: string, response: Response) {
  if (isPrivate(pathname))
    for (const [name, value] of Object.entries(privateHeaders))
      if (!response.headers.get(name)?.startsWith(value)) response.headers.set(name, value)
  return response
}
