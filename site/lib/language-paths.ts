import type { Language } from '#api/core/words/contract/names.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** The language whose prefix the address had. */
    language?: Language | undefined
  }
}

/** The addresses that each language has its own of. */
const hasLanguages =
  /^\/(?:$|[?#]|jobs(?:$|[/?#])|page\/|application\/success(?:$|[?#])|accessibility(?:$|[?#])|alerts\/?(?:$|[?#])|feed\.xml(?:$|\?)|jobs\.xml(?:$|\?))/

/** Whether each language has an address of its own for this path. */
export const isInLanguages = (path: string) => hasLanguages.test(path)

/** The address of a path in this language, undefined for the main one, which has no prefix. */
export const withLanguage = (path: string, language: Language | undefined): string =>
  language && hasLanguages.test(path) ? `/${language}${path.replace(/^\/(?=$|[?#])/, '')}` : path

const prefixed = /^\/([a-z]{2})(?=$|[/?])/

/** No path of the site itself begins with two letters. */
export const withoutPrefix = (url: string) => url.replace(prefixed, '').replace(/^(?!\/)/, '/')

/** An address with one of these languages as its prefix, and its path, if languages have that. */
export function withoutLanguage(url: string, [, ...others]: readonly Language[]) {
  const tag = others.length ? prefixed.exec(url)?.[1] : undefined
  const language = others.find((one) => one === tag)
  const path = withoutPrefix(url)
  return { language, url: language && hasLanguages.test(path) ? path : url }
}

// A link to another language says so, and stays.
const links = / (?:hreflang="[^"]*" )?(href|action)="(\/[^"]*)"/g

/** The page with the links to what this language has its own addresses of. */
const pageIn = (html: string, language: Language) =>
  html.replace(links, (link, name, path) =>
    link.startsWith(' hreflang') ? link : ` ${name}="${withLanguage(path, language)}"`,
  )

/** The response with its redirect and, if it is a page, its links in this language. */
export async function inLanguagePaths(response: Response, language: Language | undefined) {
  if (!language) return response
  moveTo(response, language)
  const { status, headers, body } = response
  if (!body || !headers.get('Content-Type')?.startsWith('text/html')) return response
  // Of the page with other links.
  headers.delete('Content-Length')
  return new Response(pageIn(await response.text(), language), { status, headers })
}

/** Moves a redirect, in place. */
export function moveTo({ headers }: Response, language: Language | undefined) {
  const location = headers.get('Location')
  if (language && location) headers.set('Location', withLanguage(location, language))
}
