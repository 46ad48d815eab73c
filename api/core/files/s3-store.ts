import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream as Stream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type Erased, erasedName, parseErased } from './erased.ts'
import { freeSpaceCheck } from './free-space.ts'
import {
  discardFile,
  isKey,
  isPublicFolder,
  isPublicName,
  makeWorkFolder,
  partName,
  randomKey,
  removeLeftovers,
  stageFile,
} from './stage.ts'
import {
  type FileStore,
  type PublicFolder,
  type PublicKind,
  type StoredFile,
  StoreUnavailable,
} from './store.ts'

/** Ms until response headers; an upload may carry 25 MB. */
const deadlines = { PUT: 60_000, GET: 5_000, HEAD: 3_000, DELETE: 5_000 }

/** Ms after which a slow upload triggers a reachability check. */
const impatience = 2_000

/** In bytes: a file of 25 MB and the rest of its form. */
const largestUpload = 32 * 1_048_576

export type Call = (
  method: keyof typeof deadlines,
  key: string,
  init?: RequestInit,
) => Promise<Response>

/**
 * A store in an S3 bucket, one object per resume; uploads are staged in the system's temporary
 * folder. Rejections and timeouts of the bucket are a StoreUnavailable with the reason in `cause`.
 * Throws a one-line Error when URL or environment lack what is needed to connect.
 */
export function openS3Store(url: string, env: NodeJS.ProcessEnv): FileStore {
  const call = connect(url, env)
  const store: FileStore = {
    requireSpace: freeSpaceCheck(tmpdir(), largestUpload),
    stage: (body, limit) => stageFile(join(tmpdir(), partName()), body, limit),
    discard: ({ path }) => discardFile(path),
    async save({ path, sha256 }, key = randomKey()) {
      try {
        const headers = {
          'Content-Type': 'application/octet-stream',
          'X-Amz-Content-Sha256': sha256,
        }
        await done(await call('PUT', key, { body: await openAsBlob(path), headers }))
        return key
      } catch (error) {
        // A timed-out PUT may have arrived. Don't wait for a store that doesn't respond.
        void store.remove(key).catch(() => {})
        throw error
      } finally {
        await discardFile(path)
      }
    },
    open: async (key) => (isKey(key) ? openObject(call, key) : null),
    async remove(key) {
      if (isKey(key)) await done(await call('DELETE', key))
    },
    async ready() {
      const response = await call('HEAD', '')
      if (!response.ok) throw unreachable(new Error('S3 knows no such bucket'))
    },
    list: (passOver) => storedFiles(call, passOver),
    discardStale: (before) => removeLeftovers(tmpdir(), before),
    link: async () => false,
    async addErased(entries) {
      const headers = { 'Content-Type': 'application/octet-stream' }
      for (const entry of entries)
        await done(await call('PUT', `erased/${erasedName(entry)}`, { body: '', headers }))
    },
    async removeErased(entries) {
      for (const entry of entries) await done(await call('DELETE', `erased/${erasedName(entry)}`))
    },
    async listErased() {
      const entries: Erased[] = []
      for await (const { key } of objects(call, 'erased/'))
        entries.push(parseErased(key.slice('erased/'.length)))
      return entries
    },
    workFolder: () => makeWorkFolder(tmpdir()),
    async publish(folder, from, names) {
      for (const name of names) {
        const bytes = await readFile(join(from, name))
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const headers = {
          'Content-Type': 'application/octet-stream',
          'X-Amz-Content-Sha256': sha256,
        }
        await done(await call('PUT', `${folder}/${name}`, { body: bytes, headers }))
      }
    },
    openPublic: async (folder, name) =>
      isPublicFolder(folder) && isPublicName(name) ? openObject(call, `${folder}/${name}`) : null,
    async removePublic(folder) {
      if (!isPublicFolder(folder)) return
      for await (const { key } of objects(call, `${folder}/`)) await done(await call('DELETE', key))
    },
    listPublic: (kind) => publicFolders(call, kind),
    async namesIn(folder) {
      const found = await Array.fromAsync(objects(call, `${folder}/`))
      return found.map(({ key }) => key.slice(folder.length + 1)).filter(isPublicName)
    },
  }
  return store
}

async function openObject(call: Call, key: string) {
  const response = await call('HEAD', key)
  if (!response.ok) return null
  return { body: body(call, key), size: Number(response.headers.get('content-length')) }
}

/** Requests the object on first read: the body of a HEAD response is never read nor closed. */
function body(call: Call, key: string): ReadableStream<Uint8Array> {
  async function* chunks() {
    const response = await call('GET', key)
    if (!response.ok || !response.body) throw unreachable(new Error('S3 has lost the object'))
    yield* response.body
  }
  return Stream.from(chunks()) as ReadableStream<Uint8Array>
}

async function* storedFiles(
  call: Call,
  passOver = (_key: string) => false,
): AsyncGenerator<StoredFile> {
  for await (const object of objects(call)) {
    // Keys are hex digits, which sort before the names of public folders.
    if (object.key >= 'm') return
    if (isKey(object.key) && !passOver(object.key)) yield object
  }
}

async function* publicFolders(
  call: Call,
  kind: PublicKind,
): AsyncGenerator<{ folder: PublicFolder; modified: Date }> {
  let last = ''
  for await (const { key, modified } of objects(call, `${kind}/`)) {
    const folder = key.slice(0, key.lastIndexOf('/'))
    if (folder !== last && isPublicFolder(folder)) yield { folder, modified }
    last = folder
  }
}

/** ListObjects v1 pages by key, and every server supports it. May include foreign objects. */
async function* objects(call: Call, prefix = ''): AsyncGenerator<StoredFile> {
  const query = prefix && `prefix=${encodeURIComponent(prefix)}&`
  for (let last: string | undefined = ''; last !== undefined; ) {
    const response = await call('GET', `?${query}marker=${encodeURIComponent(last)}`)
    const xml = await response.text()
    if (!response.ok) throw unreachable(new Error('S3 knows no such bucket'))
    const page = [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([object]) => ({
      key: inside(object, 'Key'),
      modified: new Date(inside(object, 'LastModified')),
    }))
    yield* page
    last = inside(xml, 'IsTruncated') === 'true' ? page.at(-1)?.key : undefined
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element without children. */
const inside = (xml: string, element: string) =>
  (new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '').replace(
    /&(\w+);/g,
    (entity, name: string) => entities[name] ?? entity,
  )

/**
 * Returns a function that makes one signed call. Anything but 2xx is a StoreUnavailable, except a
 * 404 to reads and deletions; to a PUT, 404 means that the bucket is gone.
 */
export function connect(
  url: string,
  env: NodeJS.ProcessEnv,
  variable: 'STORAGE_URL' | 'PUBLISH_URL' = 'STORAGE_URL',
): Call {
  const { bucket, endpoint, region } = readS3Url(url, env, variable)
  const client = new AwsClient({ ...credentials(env, variable), service: 's3', region })
  /** Retries twice on 429 and 5xx. A signal in the signed Request would be garbage-collected. */
  async function ask(address: string, init: RequestInit, signal: AbortSignal, more = 2) {
    const response = await fetch(await client.sign(address, init), { signal })
    if (!more || (response.status < 500 && response.status !== 429)) return response
    await response.body?.cancel()
    await pause(200 / more, undefined, { signal })
    return ask(address, init, signal, more - 1)
  }
  return async function call(method, key, init?: RequestInit): Promise<Response> {
    const late = new AbortController()
    const giveUp = () => late.abort(new Error('S3 did not answer in time'))
    const timer = setTimeout(giveUp, deadlines[method])
    const doubt = setTimeout(() => {
      if (method === 'PUT') call('HEAD', '').catch(giveUp)
    }, impatience)
    try {
      const response = await ask(`${endpoint}/${bucket}/${key}`, { ...init, method }, late.signal)
      if (response.ok || (response.status === 404 && method !== 'PUT')) return response
      await response.body?.cancel()
      throw new Error(`S3 answered ${response.status} to ${method}`)
    } catch (cause) {
      throw unreachable(cause)
    } finally {
      clearTimeout(timer)
      clearTimeout(doubt)
    }
  }
}

function readS3Url(url: string, env: NodeJS.ProcessEnv, variable: string) {
  const { hostname: bucket, pathname, searchParams } = new URL(url)
  const region = searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const hasPrefix = pathname.length > 1
  if (!bucket || (hasPrefix && variable === 'STORAGE_URL') || !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new Error(
      `${variable} is ${JSON.stringify(url)}, but must be s3://bucket?endpoint=https://…&region=…`,
    )
  }
  return { bucket, region, endpoint: endpoint.replace(/\/+$/, '') }
}

function credentials(env: NodeJS.ProcessEnv, variable: string) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error(
      `${variable} names S3, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set`,
    )
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN || undefined,
  }
}

/** An unread response keeps its connection from being reused. */
export const done = (response: Response) => response.body?.cancel()

const unreachable = (cause: unknown) =>
  new StoreUnavailable('Files cannot be stored or read right now', { cause })
