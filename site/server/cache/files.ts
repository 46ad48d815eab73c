import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
// biome-ignore lint/style/noRestrictedImports: a file system helper, no data
import { makeFolder } from '#db/make-folder.ts'
import type { Encoding } from '../encoding.ts'
import type { PageFiles } from './cache.ts'
import type { CachedPage } from './cached-page.ts'

/** The plain file comes last: a web server looks for it first and must find the others. */
export const suffixes: [string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
  ['', 'identity'],
]

/**
 * A modification time derived from the content: web servers build ETags from size and time in
 * seconds, which two versions within one second could share.
 */
export const timeOf = ({ etag }: Pick<CachedPage, 'etag'>) =>
  1_000_000_000 + (Buffer.from(etag.slice(1, 9), 'base64url').readUInt32BE() % 600_000_000)

/**
 * Writes cached pages with status 200 and no query to `folder/current/PATH/index.html` (PATH if it
 * has an extension), for a web server in front. Empties the folder first; throws if it can't.
 */
export function pageFiles(folder: string, complain: (error: unknown) => void): PageFiles {
  const current = path.join(folder, 'current')
  const writing = path.join(folder, 'writing')
  let generation = 0
  let written = 0

  async function write(key: string, page: CachedPage) {
    const began = generation
    const draft = path.join(writing, String(++written))
    for (const [suffix, encoding] of suffixes) {
      await writeFile(draft + suffix, page.answers[encoding].body)
      await utimes(draft + suffix, timeOf(page), timeOf(page))
    }
    // From here on everything is synchronous, so that no change can come between.
    if (began !== generation)
      return Promise.all(suffixes.map(([suffix]) => rm(draft + suffix, { force: true })))
    const place = path.join(current, path.extname(key) ? key : `${key}/index.html`)
    makeFolder(path.dirname(place))
    for (const [suffix] of suffixes) renameSync(draft + suffix, place + suffix)
  }

  function dropAll() {
    generation++
    const old = path.join(folder, `old-${generation}`)
    // One rename, however many pages there are.
    renameSync(current, old)
    mkdirSync(current)
    void rm(old, { recursive: true, force: true }).catch(complain)
  }

  makeFolder(folder)
  for (const name of readdirSync(folder))
    if (/^(current|writing|old-\d+)$/.test(name))
      rmSync(path.join(folder, name), { recursive: true })
  mkdirSync(current)
  mkdirSync(writing)

  return {
    dropAll,
    put(key, page) {
      if (key.includes('?') || page.answers.identity.status !== 200) return
      void write(key, page).catch(complain)
    },
  }
}
