/** The page cache of this process, filled by Astro and following changes of the database. */
import { createApp } from 'astro/app/entrypoint'
import { cannotStart } from '#api/core/environment/env.ts'
import { server as foyer } from '#api/server.ts'
import {
  inLanguagePaths,
  isInLanguages,
  withLanguage,
  withoutLanguage,
} from '../lib/language-paths.ts'
import { publicPaths } from '../lib/public-paths.ts'
import { observeRender } from '../lib/visitor.ts'
import type { Asset } from './assets.ts'
import { belowBasePath } from './base-path.ts'
import type { PageFiles } from './cache/cache.ts'
import { createPageCache } from './cache/cache.ts'
import { samples, undeclaredReads } from './cache/cacheable.ts'
import { pageFiles } from './cache/files.ts'
import { withOwnPolicy, withPolicyInside } from './cache/policy.ts'
import { publicAddresses } from './published/addresses.ts'
import { siteFolder } from './published/site-folder.ts'
import { unavailableBrand } from './published/unavailable-brand.ts'
import { withSecurityHeaders } from './with-security-headers.ts'

const { env, log } = foyer
export const astro = createApp({ streaming: false })

function openFolder(folder: string) {
  try {
    return pageFiles(folder, (err) => log.error({ err }, 'a page could not be kept as a file'))
  } catch (error) {
    return cannotStart(`PAGES_DIR cannot be used: ${(error as Error).message}`)
  }
}

/** For page files: a page with its policy inside. */
async function withPolicyText(response: Response): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response
  const { status } = response
  const headers = new Headers(response.headers)
  // The length without the policy.
  headers.delete('Content-Length')
  const html = await response.text()
  const policy = headers.get('Content-Security-Policy') ?? ''
  return new Response(withPolicyInside(html, policy), { status, headers })
}

let onChange = () => {}

function openFiles(folder: string): PageFiles {
  const files = openFolder(folder)
  return {
    put: files.put,
    dropAll() {
      files.dropAll()
      onChange()
    },
  }
}

/** The version of the languages that were read last. */
let languagesOf = -1

export const pages = createPageCache({
  async readVersion() {
    const version = await foyer.contentVersion()
    // Which addresses there are may have changed with it.
    if (version !== languagesOf) await foyer.readLanguages()
    languagesOf = version
    return version
  },
  files: env.PAGES_DIR ? openFiles(env.PAGES_DIR) : undefined,
  // A fresh request: nothing of the visitor's can get into a shared page.
  async render(key) {
    const languages = foyer.siteLanguages()
    const { language, url } = withoutLanguage(key, languages)
    const address = `http://site${url}`
    const name = `page ${astro.match(new Request(address))?.route} ${language}`
    const page = await foyer.readingAtOnce(name, () =>
      observeRender(() =>
        // Never in that of the call whose change is followed, which may have been another one.
        foyer.inLanguage(language ?? languages[0], () => astro.render(new Request(address))),
      ),
    )
    const secured = withSecurityHeaders(page.response)
    const response = await withOwnPolicy(
      await belowBasePath(await inLanguagePaths(secured, language)),
    )
    return { ...page, response: env.PAGES_DIR ? await withPolicyText(response) : response }
  },
})

foyer.afterWrite(() => pages.follow({ afterWrite: true }))
// A database that is away just now is no reason to end: pages answer 503 until it is back.
await pages.follow().catch(() => undefined)
// Other instances may write to the same database: their changes show here within a second.
async function followOthers() {
  for (;;) {
    await foyer.beat()
    await pages.follow().catch(() => undefined)
  }
}
void followOthers()

/** Renders each cached page once; ends the process when one reads an undeclared query parameter. */
export async function checkQueries() {
  for (const path of samples) await astro.render(new Request(`http://site${path}`))
  const [read] = undeclaredReads
  if (read)
    cannotStart(
      `the page ${read.replace('?', ' reads the query parameter ')} without declaring whether it is bounded. Add it to site/server/cache/cacheable.ts`,
    )
}

/** Further pages are rendered on request. */
const warmAtStart = 2000

/** Renders pages ahead, little by little. Never rejects. */
export async function warmUp() {
  const paths = await publicPaths().catch(() => null)
  const addresses = [
    '/',
    '/jobs',
    '/feed.xml',
    '/jobs.xml',
    '/jobs.json',
    '/embed.js',
    ...(paths ?? []).map(({ path }) => path),
  ]
  const [, ...others] = foyer.siteLanguages()
  const prefixed = others.flatMap((language) =>
    addresses.filter(isInLanguages).map((address) => withLanguage(address, language)),
  )
  await pages.warm([...new Set([...addresses, ...prefixed])].slice(0, warmAtStart))
}

/** Ms until the site is looked at again: after a failure, and without a change. */
const publishing = { retry: 5000, every: 60_000 }

/** With PAGES_DIR, keeps the whole public site there. Call it once the origin is known. */
export function publish(assets: Map<string, Asset>) {
  if (!env.PAGES_DIR) return
  const folder = siteFolder(env.PAGES_DIR, {
    pages,
    assets,
    images: foyer.images,
    addresses: publicAddresses,
    brand: unavailableBrand,
    redirects: foyer.redirects,
    languages: () => foyer.siteLanguages().slice(1),
    onDrawn: () => onChange(),
  })
  const upload = foyer.startUpload()
  let isClean = false
  let isFirst = true
  const worker = foyer.startWorker({
    name: 'site',
    every: publishing.retry,
    failure: 'the public site could not be written to PAGES_DIR',
    async tick(signal) {
      if (!isClean) await folder.clean()
      isClean = true
      const update = await folder.update(signal)
      // After a start, what the process before it did not upload.
      if (update && (update.isChanged || isFirst)) {
        upload()
        isFirst = false
      }
      return update && !update.isFailing ? publishing.every : publishing.retry
    },
  })
  onChange = worker.wake
}
