import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withMirror } from './mirror.ts'
import { openStore } from './open-store.ts'
import type { FileStore, PublicFolder } from './store.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')

let folder: string
let s3: S3rver
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'public-files-'))
  // Other processes leave their work folders for S3 in the system's temporary folder.
  vi.stubEnv('TMPDIR', folder)
  const where = { port: 0, address: '127.0.0.1', directory: join(folder, 'buckets') }
  s3 = new S3rver({ ...where, silent: true, configureBuckets: [{ name: 'one' }] })
  port = (await s3.run()).port
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
  vi.unstubAllEnvs()
})

const hash = (digit: string) => digit.repeat(32)
const [a, b]: PublicFolder[] = [`media/${hash('a')}`, `media/${hash('b')}`]
const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

async function publish(store: FileStore, place: PublicFolder, names: string[]) {
  const work = await store.workFolder()
  for (const name of names) await writeFile(join(work, name), `content of ${name}`)
  await store.publish(place, work, names)
  await rm(work, { recursive: true })
}
async function read(store: FileStore, place: PublicFolder, name: string) {
  const found = await store.openPublic(place, name)
  return found && [found.size, await new Response(found.body).text()]
}
const listed = async (store: FileStore, kind: 'media' | 'made' = 'media') =>
  (await Array.fromAsync(store.listPublic(kind))).map(({ folder }) => folder).sort()

describe.each([
  ['a folder', () => openStore(`file:${join(folder, 'resumes')}`)],
  ['S3', () => openStore(`s3://one?endpoint=http://127.0.0.1:${port}`, keys)],
])('public files in %s', (_, open) => {
  let store: FileStore
  beforeEach(async () => {
    store = await open()
    for (const kind of ['media', 'made'] as const)
      for (const place of await listed(store, kind)) await store.removePublic(place)
  })

  test('are read back as published, listed by picture, and removed with it', async () => {
    await publish(store, a!, ['480.jpg', '480.webp'])
    await publish(store, b!, ['480.jpg'])
    await publish(store, `made/${hash('c')}`, ['share.png'])
    expect(await read(store, a!, '480.webp')).toEqual([19, 'content of 480.webp'])
    expect(await listed(store)).toEqual([a, b])
    expect(await listed(store, 'made')).toEqual([`made/${hash('c')}`])
    await store.removePublic(a!)
    await store.removePublic(a!)
    expect(await store.openPublic(a!, '480.jpg')).toBeNull()
    expect(await listed(store)).toEqual([b])
  })

  test('are no resumes', async () => {
    await publish(store, a!, ['480.jpg'])
    expect(await Array.fromAsync(store.list())).toEqual([])
  })

  test('have no other names', async () => {
    await publish(store, a!, ['480.jpg'])
    const odd = [`${a}/..`, 'media', `media/${hash('A')}`, '../media', 'incoming']
    for (const place of odd)
      expect(await store.openPublic(place as PublicFolder, '480.jpg')).toBeNull()
    for (const name of ['../480.jpg', '480.svg', '.', '', '480.jpg/'])
      expect(await store.openPublic(a!, name)).toBeNull()
  })

  test('a work folder of a dead process is removed', async () => {
    const work = await store.workFolder()
    await writeFile(join(work, '480.jpg'), 'half')
    await utimes(work, 0, 0)
    expect(await store.discardStale(new Date(Date.now() - 1000))).toBe(1)
    await expect(stat(work)).rejects.toThrow('ENOENT')
  })
})

describe('the copy for a web server', () => {
  test('is written on the first request, readable by everyone, and removed with the picture', async () => {
    const own = await openStore(`file:${join(folder, 'private')}`)
    const pages = join(folder, 'pages')
    const store = withMirror(own, pages, pino({ level: 'silent' }))
    await publish(store, a!, ['480.jpg', '480.webp'])
    await expect(readdir(pages)).rejects.toThrow('ENOENT')
    expect(await read(store, a!, '480.jpg')).toEqual([18, 'content of 480.jpg'])
    expect(await readdir(join(pages, a!))).toEqual(['480.jpg'])
    expect(await readFile(join(pages, a!, '480.jpg'), 'utf8')).toBe('content of 480.jpg')
    expect((await stat(join(pages, a!))).mode & 0o777).toBe(0o755)
    expect((await stat(join(pages, a!, '480.jpg'))).mode & 0o777).toBe(0o644)
    expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o700)
    expect(await store.openPublic(a!, '800.jpg')).toBeNull()
    await store.removePublic(a!)
    expect([await listed(store), await readdir(join(pages, 'media'))]).toEqual([[], []])
  })

  test('that cannot be written costs nobody the picture', async () => {
    const own = await openStore(`file:${join(folder, 'private')}`)
    await writeFile(join(folder, 'a-file'), '')
    const store = withMirror(own, join(folder, 'a-file'), pino({ level: 'silent' }))
    await publish(own, a!, ['480.jpg'])
    expect(await read(store, a!, '480.jpg')).toEqual([18, 'content of 480.jpg'])
    await own.removePublic(a!)
  })
})
