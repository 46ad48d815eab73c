import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type Call, connect, done } from '../files/s3-store.ts'
import { listFile, type PublishedFile, siteFolderName, unavailableFile } from './contract.ts'

/** What the last publish put into the bucket: versions by key. Nothing else is ever removed. */
type Manifest = Record<string, string>

/** Below the prefix. */
export const manifestKey = 'foyer-published.json'

/** Uploads at a time: the process has other things to do. */
const atATime = 4

type Bucket = { call: Call; prefix: string }

/** The bucket of `s3://bucket/prefix?endpoint=…&region=…`; throws an Error of one line. */
export function openBucket(url: string, env: NodeJS.ProcessEnv): Bucket {
  const { pathname } = new URL(url)
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return { call: connect(url, env, 'PUBLISH_URL'), prefix: prefix && `${prefix}/` }
}

/**
 * The key of an address: its path, so that a CDN finds it without rules, `index.html` for the home
 * page, and PATH/QUERY for pages of the job list.
 */
export function keyOf(address: string): string {
  const [place = '', query] = address.split('?', 2)
  return [place.slice(1), query].filter(Boolean).join('/') || 'index.html'
}

const encoded = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/**
 * Uploads what has changed in the folder of the site since the last publish, files before the pages
 * that name them, and removes what is gone. If it ends in between, the next one goes on from there.
 */
export async function publishSite(pagesDir: string, bucket: Bucket, signal?: AbortSignal) {
  const folder = join(pagesDir, siteFolderName)
  const files = [...(await readSite(pagesDir)), await unavailablePage(folder)]
  const { call, prefix } = bucket
  const at = (key: string) => encoded(prefix + key)
  const before = await readManifest(call, at(manifestKey))
  const wanted = new Set(files.map(({ address }) => keyOf(address)))
  const changed = files.filter(({ address, version }) => before[keyOf(address)] !== version)
  const gone = Object.keys(before).filter((key) => !wanted.has(key))
  if (!changed.length && !gone.length) return { uploaded: 0, removed: 0 }

  const put = (key: string, body: Buffer, headers: Record<string, string>) =>
    call('PUT', at(key), {
      body: new Uint8Array(body),
      headers: {
        ...headers,
        'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
      },
    }).then(done)
  const save = (manifest: Manifest) =>
    put(manifestKey, Buffer.from(JSON.stringify(manifest)), {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    })

  // First, so that every key that is in the bucket from now on is known to be ours.
  const now: Manifest = { ...before }
  for (const { address } of changed) now[keyOf(address)] = ''
  await save(now)

  let uploaded = 0
  const upload = async ({ address, file, version, headers }: PublishedFile) => {
    signal?.throwIfAborted()
    const body = await readFile(join(folder, file)).catch(() => null)
    // The site has changed since: the next publish has it.
    if (!body) return
    await put(keyOf(address), body, {
      'Content-Type': headers['content-type'] ?? 'application/octet-stream',
      'Cache-Control': headers['cache-control'] ?? 'no-cache',
    })
    now[keyOf(address)] = version
    uploaded++
  }
  const limit = pLimit(atATime)
  const isPage = ({ headers }: PublishedFile) =>
    headers['cache-control']?.includes('must-revalidate') ?? false
  for (const part of [changed.filter((file) => !isPage(file)), changed.filter(isPage)])
    await Promise.all(part.map((file) => limit(upload, file)))
  for (const key of gone) {
    await done(await call('DELETE', at(key)))
    delete now[key]
  }
  await save(now)
  return { uploaded, removed: gone.length }
}

async function readSite(pagesDir: string): Promise<PublishedFile[]> {
  const text = await readFile(join(pagesDir, listFile), 'utf8').catch(() => null)
  if (text === null)
    throw new Error(
      `${join(pagesDir, listFile)} cannot be read: Foyer writes it after a start with PAGES_DIR`,
    )
  return JSON.parse(text)
}

async function unavailablePage(folder: string): Promise<PublishedFile> {
  const body = await readFile(join(folder, unavailableFile))
  return {
    address: `/${unavailableFile}`,
    file: unavailableFile,
    version: createHash('sha256').update(body).digest('base64url'),
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  }
}

async function readManifest(call: Call, key: string): Promise<Manifest> {
  const response = await call('GET', key)
  if (response.status === 404) {
    await done(response)
    return {}
  }
  return (await response.json()) as Manifest
}
