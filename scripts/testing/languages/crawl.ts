import { parseHtml } from '../html.ts'

/** An address of the site and what it answered. */
type Answer = { status: number; type: string; location: string | null; body: string }

const hrefs = / (?:href|action|src)="([^"#][^"]*)"|<loc>([^<]*)<|<link href="([^"]*)"/g

/** What only a page of a language has: `undefined` where it is not to be indexed. */
type Page = { language: string; canonical: string | undefined; alternates: Record<string, string> }

function pageOf(html: string): Page {
  const document = parseHtml(html)
  const links = document.all('link')
  const canonical = links.find(({ attributes }) => attributes.rel === 'canonical')
  return {
    language: document.one('html').attributes.lang ?? '',
    canonical: canonical?.attributes.href,
    alternates: Object.fromEntries(
      links.flatMap(({ attributes: { rel, hreflang = '', href = '' } }) =>
        rel === 'alternate' && hreflang ? [[hreflang, href]] : [],
      ),
    ),
  }
}

const order = (alternates: Record<string, string>) =>
  JSON.stringify(Object.entries(alternates).toSorted())

/**
 * Follows every link of a site in English and the `others`, from Home, its sitemap and each language on.
 *
 * @param server where it is served, with BASE_PATH
 * @param home its `public_url`, with BASE_PATH: what it says of itself begins with that
 * @returns what it answered at each path below `home`, and the faults of its links, languages and pairs
 */
export async function crawl(server: string, home: string, others: string[]) {
  const { origin, pathname: base } = new URL(`${server}/`)
  const answers = new Map<string, Answer>()
  const pages = new Map<string, Page>()
  const sitemap = new Map<string, Record<string, string>>()
  const faults: string[] = []
  /** The path below BASE_PATH, undefined outside. */
  function pathOf(href: string, from: string) {
    const { href: to } = new URL(href.replaceAll(/&(amp|#38);/g, '&'), home + from)
    if (to === home) return '/'
    return to.startsWith(`${home}/`) ? to.slice(home.length).replace(/#.*/, '') : undefined
  }
  const languageOf = (path: string) =>
    others.find((tag) => new RegExp(`^/${tag}(?=$|[/?])`).test(path)) ?? 'en'

  const queue = ['/', '/sitemap.xml', '/robots.txt', ...others.map((tag) => `/${tag}`)]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (answers.has(path) || /^\/(api|backoffice)\//.test(path)) continue
    const response = await fetch(origin + base.slice(0, -1) + path, { redirect: 'manual' })
    const type = response.headers.get('content-type') ?? ''
    const isText = /html|xml/.test(type)
    const body = isText ? await response.text() : String((await response.bytes()).length)
    const location = response.headers.get('location')
    answers.set(path, { status: response.status, type, location, body })
    if (response.status >= 400) faults.push(`${path} answered ${response.status}`)
    if (!isText) continue
    for (const [, ...found] of body.matchAll(hrefs)) {
      const href = found.find(Boolean) ?? ''
      const to = pathOf(href.startsWith('/') ? new URL(href, home).href : href, path)
      if (to !== undefined) queue.push(to)
      else if (href.startsWith('/')) faults.push(`${path} leads to ${href}`)
    }
    if (response.ok && type.startsWith('text/html')) pages.set(path, pageOf(body))
    if (path === '/sitemap.xml')
      for (const url of parseHtml(body).all('url'))
        sitemap.set(
          pathOf(url.one('loc').text, path) ?? url.one('loc').text,
          Object.fromEntries(
            url
              .all('xhtml:link')
              .map(({ attributes: { hreflang = '', href = '' } }) => [hreflang, href]),
          ),
        )
  }

  for (const [path, { language, canonical, alternates }] of pages) {
    const fault = (what: string) => faults.push(`${path}: ${what}`)
    const isFramed = /^\/(login|forgot-password|reset-password|backoffice)/.test(path)
    if (language !== languageOf(path) && !isFramed) fault(`lang is ${language}`)
    if (canonical === undefined) {
      if (Object.keys(alternates).length) fault('hreflang without a canonical address')
      continue
    }
    const to = pathOf(canonical, path) ?? ''
    const original = pages.get(to)
    if (original?.canonical !== canonical) fault(`${canonical} is not its own canonical address`)
    // A search has the address of the whole list.
    if (path.includes('?')) continue
    const isOwn = to === path
    if (!isOwn && (languageOf(to) !== 'en' || Object.keys(alternates).length))
      fault(`is ${canonical}, and has pairs of its own`)
    if (isOwn && path !== '/accessibility' && !path.endsWith('/accessibility')) {
      const listed = sitemap.get(path)
      if (!listed) fault('is not in the sitemap')
      else if (order(listed) !== order(alternates)) fault('has other pairs in the sitemap')
    }
    if (!Object.keys(alternates).length) continue
    if (alternates[language] !== canonical) fault('does not name itself')
    if (alternates['x-default'] !== alternates.en) fault('x-default is not the main language')
    for (const [tag, href] of Object.entries(alternates)) {
      const other = pages.get(pathOf(href, path) ?? '')
      if (!other || order(other.alternates) !== order(alternates)) fault(`${tag} has other pairs`)
      if (tag !== 'x-default' && other?.language !== tag) fault(`${tag} is in ${other?.language}`)
    }
  }
  for (const path of sitemap.keys())
    if (pathOf(pages.get(path)?.canonical ?? '', path) !== path)
      faults.push(`${path} of the sitemap is no page with this canonical address`)
  return { answers, pages, faults }
}
