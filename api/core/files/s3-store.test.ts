import { createHash, randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Erased, erasedNow } from './erased.ts'
import { openStore } from './open-store.ts'
import { type StagedFile, StoreUnavailable } from './store.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')

const bytes = await readFile(
  join(import.meta.dirname, '../../../scripts/testing/fixtures/resumes/mira.docx'),
)
const env = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_SESSION_TOKEN: 'a-session',
}

let folder: string
let s3: S3rver
let front: Server
let heard: IncomingMessage[] = []
/** What the next answers are instead of the bucket's. */
let refusals: number[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-store-'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'buckets'),
    configureBuckets: [{ name: 'resumes' }, { name: 'many' }],
  })
  const { port } = await s3.run()
  // S3rver takes any signature, so what is sent to it is heard here.
  front = createServer((req, res) => {
    heard.push(req)
    const refusal = refusals.shift()
    if (refusal) return req.resume().on('end', () => res.writeHead(refusal).end())
    const { method, url: path, headers } = req
    const onward = request({ port, method, path, headers }, (response) => {
      res.writeHead(response.statusCode!, response.headers)
      response.pipe(res)
    })
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  process.env.TMPDIR = await mkdtemp(join(folder, 'tmp-'))
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await s3.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  heard = []
  refusals = []
})

const url = (bucket = 'resumes') =>
  `s3://${bucket}?endpoint=http://127.0.0.1:${(front.address() as AddressInfo).port}&region=eu-north-1`
const stage = async (store: Awaited<ReturnType<typeof openStore>>) =>
  (await store.stage(Readable.from([bytes]), bytes.length)) as StagedFile
const leftovers = () => readdir(process.env.TMPDIR!)

test('a file is staged locally, kept in the bucket and read back byte by byte', async () => {
  const store = await openStore(url(), env)
  const key = await store.save(await stage(store))
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const found = await store.open(key)
  expect(found?.size).toBe(bytes.length)
  expect(Buffer.from(await new Response(found?.body).arrayBuffer())).toEqual(bytes)
  expect(await leftovers()).toEqual([])
})

test('every call is signed, and an upload tells length and hash of what it carries', async () => {
  const store = await openStore(url(), env)
  const key = await store.save(await stage(store))
  await store.remove(key)
  await store.ready()
  expect(heard.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    `PUT /resumes/${key}`,
    `DELETE /resumes/${key}`,
    'HEAD /resumes/',
  ])
  const signature =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/
  for (const { headers } of heard) {
    expect(headers.authorization).toMatch(signature)
    expect(headers['x-amz-security-token']).toBe('a-session')
  }
  expect(heard[0]?.headers).toMatchObject({
    'content-length': String(bytes.length),
    'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
  })
})

test('a file whose bytes nobody reads is not fetched', async () => {
  const store = await openStore(url(), env)
  const key = await store.save(await stage(store))
  heard = []
  expect((await store.open(key))?.size).toBe(bytes.length)
  expect(heard.map(({ method }) => method)).toEqual(['HEAD'])
})

test('kept files are listed page by page, without foreign objects in the bucket', async () => {
  const keys = Array.from({ length: 1002 }, () => randomBytes(16).toString('hex'))
  // As S3rver itself lays them down, which takes a twentieth of the time of putting them.
  const bucket = join(folder, 'buckets/many')
  for (const key of ['a&b', ...keys]) {
    const files = { object: 'x', 'metadata.json': '{}', 'object.md5': 'x' }
    for (const [kind, text] of Object.entries(files))
      writeFileSync(join(bucket, `${key}._S3rver_${kind}`), text)
  }
  const store = await openStore(url('many'), env)
  keys.push(await store.save(await stage(store), '0'.repeat(32)))
  heard = []
  const listed = await Array.fromAsync(store.list())
  expect(listed.map(({ key }) => key)).toEqual(keys.sort())
  const { mtimeMs } = statSync(join(bucket, `${listed[0]!.key}._S3rver_object`))
  expect(Math.abs(mtimeMs - listed[0]!.modified.valueOf())).toBeLessThan(1000)
  expect(heard.map(({ method }) => method)).toEqual(['GET', 'GET'])
})

test('partial uploads of an earlier process are removed at startup', async () => {
  const path = join(process.env.TMPDIR!, `foyer-99999999-${'a'.repeat(32)}.part`)
  await writeFile(path, 'half a resume')
  const store = await openStore(url(), env)
  expect(await store.discardStale()).toBe(1)
  expect(await leftovers()).toEqual([])
})

test('a removed file is gone, and may be removed again', async () => {
  const store = await openStore(url(), env)
  const key = await store.save(await stage(store))
  await store.remove(key)
  await store.remove(key)
  expect(await store.open(key)).toBeNull()
})

test('an invalid key sends no request', async () => {
  const store = await openStore(url(), env)
  expect(await store.open('../other-bucket/x')).toBeNull()
  await store.remove('?delete')
  expect(heard).toEqual([])
})

test('a busy bucket is retried', async () => {
  const store = await openStore(url(), env)
  refusals = [503, 500]
  const key = await store.save(await stage(store))
  expect((await store.open(key))?.size).toBe(bytes.length)
})

test('a bucket that refuses is a StoreUnavailable, and nothing stays behind', async () => {
  const store = await openStore(url(), env)
  refusals = [403]
  const refused = await store.save(await stage(store)).catch((error) => error)
  expect(refused).toBeInstanceOf(StoreUnavailable)
  expect(refused.cause.message).toBe('S3 answered 403 to PUT')
  expect(await leftovers()).toEqual([])
})

test('the list of erased applications is objects beside the resumes, which a second store of the bucket reads', async () => {
  const store = await openStore(url('many'), env)
  expect(await store.listErased()).toEqual([])
  const [a, b, c, d] = erasedNow(['0a', '0b', '0c', '0d'], 'rule') as [
    Erased,
    Erased,
    Erased,
    Erased,
  ]
  await store.addErased([a, b, c])
  await store.removeErased([b, d])
  expect(await (await openStore(url('many'), env)).listErased()).toEqual([a, c])
  for await (const { key } of store.list()) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('a missing bucket is a StoreUnavailable when checked and when storing', async () => {
  const store = await openStore(url('elsewhere'), env)
  await expect(store.ready()).rejects.toThrow(StoreUnavailable)
  await expect(store.save(await stage(store))).rejects.toThrow(StoreUnavailable)
  expect(await leftovers()).toEqual([])
})

test('a server that is away is a StoreUnavailable', async () => {
  const store = await openStore('s3://resumes?endpoint=http://127.0.0.1:1&region=x', env)
  await expect(store.ready()).rejects.toThrow(StoreUnavailable)
  await expect(store.open('a'.repeat(32))).rejects.toThrow(StoreUnavailable)
})

test('a server that never answers is a StoreUnavailable in time, also after garbage collection', async () => {
  const silent = createTcpServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const store = await openStore(`s3://resumes?endpoint=http://127.0.0.1:${port}`, env)
  setFlagsFromString('--expose-gc')
  const collect = setInterval(runInNewContext('gc'), 200)
  const begin = performance.now()
  await expect(store.save(await stage(store))).rejects.toThrow(StoreUnavailable)
  // After 5 seconds, not after the minute that an upload may take.
  expect(performance.now() - begin).toBeLessThan(40_000)
  clearInterval(collect)
  silent.close()
})

test.each([
  ['s3://resumes', {}, /^STORAGE_URL names S3, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ['s3://resumes/folder', env, /^STORAGE_URL is "s3:\/\/resumes\/folder", but must be s3:/],
  ['s3://resumes?endpoint=minio:9000', env, /^STORAGE_URL is .* but must be s3:/],
])('%s with %o stops the start with one line', async (bad, variables, line) => {
  await expect(openStore(bad, variables)).rejects.toThrow(line)
})
