import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  listFile,
  type PublishedFile,
  siteFolderName,
  unavailableFile,
} from '#api/core/publishing/contract.ts'
import type { Language } from '#api/core/words/contract.ts'
import { type Asset, assetHeaders, suffixes as assetSuffixes } from '../assets.ts'
import type { PageCache } from '../cache/cache.ts'
import type { CachedPage } from '../cache/cached-page.ts'
import { suffixes, timeOf } from '../cache/files.ts'
import type { Encoding } from '../encoding.ts'
import { fileOf, headersOf, imagesIn } from './site-files.ts'
import {
  headersFile,
  redirectsFile,
  type UnavailableBrand,
  unavailablePage,
} from './static-host.ts'

/** A body, or the file to copy it from. */
type Bodies = Partial<Record<Encoding, Buffer | { from: string }>>

type Site = {
  pages: Pick<PageCache, 'page'>
  assets: Map<string, Asset>
  /** The response for an image's path. */
  images: (address: string) => Promise<Response>
  /** Null when they cannot be read, and in maintenance. */
  addresses: () => Promise<string[] | null>
  brand: () => Promise<UnavailableBrand>
  redirects: () => Promise<{ from: string; to: string }[]>
  /** The further ones of the site. */
  languages: () => Language[]
  /** Called when the next update has more images. */
  onDrawn: () => void
}

type Update = { isChanged: boolean; isFailing: boolean }

/** These many pages are rendered without pauses. */
const atOnce = 100
/** Ms for which files of an earlier build stay: pages in caches name them. */
const keepAssets = 86_400_000

/** Drawn anew at the same address. */
const iconAddresses = ['/favicon.ico', '/apple-touch-icon.png']

const listOf = (headers: string[]) =>
  headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1] ?? ''] as [string, string]]))

const digest = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 22)
}

/** Files of the folder that no address has. */
const besides = ['_headers', '_redirects', unavailableFile, '404.html']

/**
 * The whole public site as files in `folder/site`, for when the process is down and for other hosts;
 * `folder/site.json` lists them. Unlike `folder/current`, the last pages stay there until new ones
 * are complete, in maintenance too.
 */
export function siteFolder(folder: string, site: Site) {
  const root = path.join(folder, siteFolderName)
  const list = path.join(folder, listFile)
  let known = readList(list).filter(({ file }) => existsSync(path.join(root, file)))
  let drafts = 0
  /** Null for an image that there is no more. */
  const drawn = new Map<string, PublishedFile | null>()
  let queue: string[] = []
  let isDrawing = false

  async function write(file: string, bodies: Bodies, version: string) {
    const place = path.join(root, file)
    const draft = path.join(folder, 'writing', `site-${++drafts}`)
    await mkdir(path.dirname(place), { recursive: true })
    // The plain file comes last: a web server looks for it first.
    const given = suffixes.filter(([, encoding]) => bodies[encoding])
    for (const [suffix, encoding] of given) {
      const body = bodies[encoding]!
      if (Buffer.isBuffer(body)) await writeFile(draft + suffix, body)
      else await copyFile(body.from, draft + suffix)
      const time = timeOf({ etag: `"${version}"` })
      await utimes(draft + suffix, time, time)
    }
    for (const [suffix] of given) await rename(draft + suffix, place + suffix)
  }

  const remove = async (file: string) => {
    for (const [suffix] of suffixes) await rm(path.join(root, file + suffix), { force: true })
  }

  /** Undefined when there is no such image any more. */
  async function writeImage(address: string): Promise<PublishedFile | 'failed' | undefined> {
    const response = await site.images(address)
    if (!response.ok) {
      await response.body?.cancel()
      return response.status === 404 ? undefined : 'failed'
    }
    const headers = headersOf(response.headers)
    const version = digest(address, response.headers.get('etag') ?? '', JSON.stringify(headers))
    const file = address.slice(1)
    const copied = path.join(folder, file)
    // The store has just copied it for the web server; a second name costs no space.
    if (address.startsWith('/media/') && existsSync(copied)) {
      await response.body?.cancel()
      if (!(await linkTo(copied, file))) await write(file, { identity: { from: copied } }, version)
    } else await write(file, { identity: Buffer.from(await response.arrayBuffer()) }, version)
    return { address, file, headers, version }
  }

  async function linkTo(from: string, file: string) {
    const place = path.join(root, file)
    await mkdir(path.dirname(place), { recursive: true })
    await rm(place, { force: true })
    return link(from, place).then(
      () => true,
      () => false,
    )
  }

  /** Draws images one after the other: pages don't wait for them, and no visitor sees them. */
  async function draw(signal: AbortSignal) {
    let isNew = false
    isDrawing = true
    for (let address = queue.shift(); address && !signal.aborted; address = queue.shift()) {
      const entry = await writeImage(address).catch(() => 'failed' as const)
      if (entry === 'failed') continue
      if (drawn.get(address)?.version !== entry?.version) isNew = true
      drawn.set(address, entry ?? null)
    }
    isDrawing = false
    if (isNew) site.onDrawn()
  }

  /**
   * Brings the folder up to date. Returns whether anything changed, and whether some of the site
   * could not be read. Null when none of it can, and in maintenance.
   */
  async function update(signal: AbortSignal): Promise<Update | null> {
    const addresses = await site.addresses()
    if (!addresses) return null
    const before = new Map(known.map((entry) => [entry.address, entry]))
    const entries: PublishedFile[] = []
    let isChanged = false
    let isFailing = false
    const stopped = { isChanged, isFailing: true }

    async function keep(
      entry: Omit<PublishedFile, 'file'>,
      writeIt: (file: string) => Promise<void>,
    ) {
      const file = fileOf(entry.address)
      if (!file) return
      if (before.get(entry.address)?.version !== entry.version) {
        await writeIt(file)
        isChanged = true
      }
      entries.push({ ...entry, file })
    }

    // What is withdrawn goes first.
    const wanted = new Set(addresses)
    for (const { address, file, headers } of known)
      if (isPage(headers) && !wanted.has(address)) {
        await remove(file)
        isChanged = true
      }

    for (const [address, asset] of site.assets) {
      const headers = headersOf(Object.entries(assetHeaders(asset)))
      const version = digest(
        asset.immutable ? address : readFileSync(asset.file),
        JSON.stringify(headers),
      )
      const bodies = Object.fromEntries(
        (Object.keys(asset.bodies) as Encoding[]).map((encoding) => [
          encoding,
          { from: asset.file + assetSuffixes[encoding] },
        ]),
      )
      await keep({ address, headers, version }, (file) => write(file, bodies, version))
    }
    for (const entry of known) {
      const until = entry.until ?? Date.now() + keepAssets
      if (
        entry.address.startsWith('/_astro/') &&
        !site.assets.has(entry.address) &&
        until > Date.now()
      )
        entries.push({ ...entry, until })
    }

    const images = new Set(iconAddresses)
    const found: [address: string, version: string | null][] = []
    for (const [index, address] of addresses.entries()) {
      if (signal.aborted) return stopped
      const start = performance.now()
      const page = await site.pages.page(address)
      const spent = performance.now() - start
      if (index >= atOnce && spent > 5) await pause(2 * spent, undefined, { ref: false })
      if (isFile(page)) {
        const body = page.answers.identity.body
        for (const image of imagesIn(body.toString())) images.add(image)
        found.push([address, versionOf(page)])
      } else if (page instanceof Response && page.status >= 500) {
        isFailing = true
        found.push([address, null])
      }
    }

    const toDraw: string[] = []
    for (const address of images) {
      if (signal.aborted) return stopped
      const old = drawn.has(address) ? drawn.get(address) : before.get(address)
      if (old) entries.push(old)
      else if (old === null) continue
      else if (!address.startsWith('/media/')) toDraw.push(address)
      else {
        const entry = await writeImage(address)
        if (entry === 'failed') isFailing = true
        else if (entry) {
          entries.push(entry)
          isChanged = true
        }
      }
    }

    for (const [address, version] of found) {
      const old = before.get(address)
      // A page that fails just now keeps its last file.
      if (version === null || version === old?.version) {
        if (old) entries.push(old)
        continue
      }
      const page = await site.pages.page(address)
      if (!isFile(page)) continue
      const headers = headersOf(listOf(page.answers.identity.headers))
      const bodies = Object.fromEntries(
        suffixes.map(([, encoding]) => [encoding, page.answers[encoding].body]),
      )
      const current = versionOf(page)
      await keep({ address, headers, version: current }, (file) => write(file, bodies, current))
    }

    const left = new Set(entries.map(({ file }) => file))
    for (const old of known) {
      if (left.has(old.file)) continue
      // Which images are still in use is known once there are all pages.
      if (isPage(old.headers) || !isFailing) {
        await remove(old.file)
        isChanged = true
      } else entries.push(old)
    }
    isChanged = (await writeBesides(entries)) || isChanged
    known = entries
    for (const address of drawn.keys()) if (!images.has(address)) drawn.delete(address)
    queue = [...toDraw, ...iconAddresses]
    if (!isDrawing) void draw(signal)
    return { isChanged, isFailing }
  }

  /** What other hosts read, and the list itself, which is written last. */
  async function writeBesides(entries: PublishedFile[]) {
    const unavailable = unavailablePage(await site.brand())
    const redirects = redirectsFile(await site.redirects(), site.languages())
    const texts = [headersFile(entries), redirects, unavailable, unavailable]
    for (const [index, file] of besides.entries()) {
      const text = texts[index]!
      const place = path.join(root, file)
      if (existsSync(place) && readFileSync(place, 'utf8') === text) continue
      await write(file, { identity: Buffer.from(text) }, digest(text))
    }
    const text = JSON.stringify(entries)
    if (existsSync(list) && readFileSync(list, 'utf8') === text) return false
    const draft = path.join(folder, 'writing', listFile)
    await writeFile(draft, text)
    await rename(draft, list)
    return true
  }

  return {
    /** Removes what an earlier process wrote and did not list. */
    async clean() {
      await mkdir(root, { recursive: true })
      const listed = [...known.map(({ file }) => file), ...besides]
      const files = new Set(listed.flatMap((file) => suffixes.map(([suffix]) => file + suffix)))
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        const place = path.join(entry.parentPath, entry.name)
        const file = path.relative(root, place).replaceAll(path.sep, '/')
        if (entry.isFile() && !files.has(file)) await rm(place)
      }
    },
    update,
  }
}

const isPage = (headers: Record<string, string>) =>
  headers['cache-control']?.includes('must-revalidate') ?? false

const isFile = (page: CachedPage | Response): page is CachedPage =>
  !(page instanceof Response) && page.answers.identity.status === 200

const versionOf = ({ etag }: CachedPage) => etag.slice(1, -1)

/** [] when the list is missing, or a process of another version wrote it. */
function readList(file: string): PublishedFile[] {
  try {
    const list: PublishedFile[] = JSON.parse(readFileSync(file, 'utf8'))
    return list.filter((entry) => entry.file === fileOf(entry.address) && entry.headers)
  } catch {
    return []
  }
}
