import { z } from 'zod'
import { withoutEnd } from '#api/core/http/contract/text.ts'

export const maxRedirects = 2_000
const addressLength = 2_000
const pathLength = 500

/** The first parts of the paths that Foyer serves. site/http checks that none is missing. */
const served = [
  '_astro',
  'accessibility',
  'alerts',
  'analytics.css',
  'analytics.js',
  'api',
  'apple-touch-icon.png',
  'application',
  'backoffice',
  'dashboard',
  'draft',
  'embed.js',
  'favicon.ico',
  'favicon.svg',
  'feed.xml',
  'forgot-password',
  'healthz',
  'jobs',
  'jobs.json',
  'jobs.xml',
  'login',
  'maintenance',
  'manifest.webmanifest',
  'media',
  'metrics',
  'page',
  'preview',
  'readyz',
  'reset-password',
  'robots.txt',
  'share',
  'shared',
  'sitemap.xml',
]

/** Whether a path, as `pathOf` gives it, is Foyer's own or lies below one. */
export const isServed = (path: string) =>
  path === '/' || served.includes(path.split('/')[1]?.toLowerCase() ?? '')

/** Escapes but that of `%` itself; invalid ones stay, in upper case. */
const decoded = (path: string) =>
  path.replace(/(?:%(?!25)[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes.toUpperCase()
    }
  })

/**
 * The path of an address on this site in the one spelling that is stored and looked up: each
 * character escaped or not as URLs do, in NFC, single slashes, none at the end. Undefined for any
 * other address.
 */
export function pathOf(address: string): string | undefined {
  if (!/^\/(?![/\\])/.test(address)) return
  const url = URL.parse(address, 'http://site')
  // '/..//example.com' becomes '//example.com'.
  if (url?.host !== 'site' || url.pathname.startsWith('//')) return
  const path = decoded(url.pathname).normalize().replace(/\/+/g, '/')
  // Assigning escapes the rest, but takes these for something else than text.
  url.pathname = path.replace(/[\\?#]/g, encodeURIComponent).replace(/%(?![0-9a-f]{2})/gi, '%25')
  return url.pathname === '/' ? '/' : withoutEnd(url.pathname, '/')
}

/** An address as a header can have it: in ASCII. */
function asciiAddress(address: string): string {
  const url = URL.parse(address, 'http://site')
  if (!url) return address
  return isElsewhere(address) ? url.href : url.pathname + url.search + url.hash
}

const from = z
  .string('Must be a path such as /careers.html')
  .trim()
  .min(1, 'Old address is required')
  .max(pathLength, `Must be at most ${pathLength} characters`)
  .refine((path) => pathOf(path) && !/[?#\s]/.test(path), {
    error: 'Must be a path such as /careers.html, without ? and #',
    abort: true,
  })
  .overwrite((path) => pathOf(path) ?? path)
  .refine((path) => path.length <= pathLength, `Must be at most ${pathLength} characters`)
  .refine((path) => !isServed(path), 'Foyer uses this address itself')

/** Only admins may lead visitors to another site. */
export const isElsewhere = (to: string) => /^https:/i.test(to)

const to = z
  .string('Must be an address such as /jobs')
  .trim()
  .min(1, 'New address is required')
  .max(addressLength, `Must be at most ${addressLength} characters`)
  .refine(
    (address) =>
      !/[\s\p{Cc}\\]/u.test(address) &&
      (pathOf(address) !== undefined ||
        (isElsewhere(address) &&
          URL.parse(address)?.protocol === 'https:' &&
          !URL.parse(address)?.username)),
    { error: 'Must begin with one / for a page of this site, or with https://', abort: true },
  )
  .overwrite(asciiAddress)
  .refine(
    (address) => address.length <= addressLength,
    `Must be at most ${addressLength} characters`,
  )

const redirect = z
  .strictObject(
    {
      from,
      to,
      // As GET sends them; not taken.
      hits: z.int('Must be a number').optional(),
      last_hit_on: z.string('Must be a date').nullable().optional(),
    },
    'Must be an old and a new address',
  )
  .transform(({ from, to }) => ({ from, to }))
export type Redirect = z.output<typeof redirect>

export const redirectsInput = z
  .array(redirect, 'Must be a list')
  .max(maxRedirects, `Give at most ${maxRedirects} redirects`)
  .superRefine((list, issues) => {
    const next = new Map(list.map(({ from, to }) => [from, pathOf(to)]))
    const rows = new Map<string, number>()
    for (const [index, { from }] of list.entries()) {
      const fault = (message: string, field: string) =>
        issues.addIssue({ code: 'custom', path: [index, field], message })
      if (rows.has(from)) fault('This address is in the list twice', 'from')
      rows.set(from, index)
      if (isLoop(from, next)) fault('This leads back to the same address', 'to')
    }
  })

/** Whether the redirects from `start` on never end. */
function isLoop(start: string, next: ReadonlyMap<string, string | undefined>) {
  const seen = new Set<string>()
  for (let at: string | undefined = start; at !== undefined; at = next.get(at)) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

export const redirectRow = z
  .strictObject({
    from: z.string(),
    to: z.string(),
    hits: z.int().min(0),
    last_hit_on: z.string().nullable().meta({ description: 'The latest day; null: never used.' }),
  })
  .meta({ ref: 'Redirect' })
