import { createHash } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFull } from '#db/errors.ts'
import { type Erased, erasedNow } from './erased.ts'
import { openStore } from './open-store.ts'
import type { FileStore, StagedFile } from './store.ts'

const fixture = join(import.meta.dirname, '../../../scripts/testing/fixtures/resumes/mira.pdf')
const bytes = await readFile(fixture)

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'folder-store-')), 'data/resumes')
  store = await openStore(`file:${folder}`)
})
afterEach(() => rm(join(folder, '../..'), { recursive: true }))

const stage = async (body = Readable.from([bytes])) =>
  (await store.stage(body, bytes.length)) as StagedFile

/** Every file below the folder, temporary or kept. */
async function files() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
}

async function readAll(key: string) {
  const found = await store.open(key)
  return (
    found && { size: found.size, bytes: Buffer.from(await new Response(found.body).arrayBuffer()) }
  )
}

test('a file of exactly the limit is staged, kept and read back byte by byte', async () => {
  const staged = await stage()
  expect(staged).toMatchObject({
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const key = await store.save(staged)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await files()).toEqual([join(folder, key.slice(0, 2), key)])
  expect(await readAll(key)).toEqual({ size: bytes.length, bytes })
})

test('files and folders are readable by their owner alone', async () => {
  await store.save(await stage())
  const [file] = await files()
  expect((await stat(file!)).mode & 0o777).toBe(0o600)
  for (const path of [folder, join(folder, 'incoming'), join(file!, '..')]) {
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  }
})

test('resumes leave 500 MB of disk space, or what the store was opened with', async () => {
  const withReserved = async (reserved: number) =>
    (await openStore(`file:${folder}`, {}, { reserved })).requireSpace()
  const { bavail, bsize } = await statfs(folder)
  await withReserved(0)
  const error = await withReserved(bavail * bsize * 2).catch((error: unknown) => error)
  expect(isFull(error)).toBe(true)
})

test('a file of one byte too many is read to its end and leaves nothing', async () => {
  const body = Readable.from([bytes, Buffer.from('!'), bytes])
  expect(await store.stage(body, bytes.length)).toBe('too large')
  expect(body.readableEnded).toBe(true)
  expect(await files()).toEqual([])
})

test('a stream that breaks, before or while it is read, leaves nothing', async () => {
  const early = new Readable({ read() {} })
  const staging = store.stage(early, 1000)
  early.destroy(new Error('broken early'))
  await expect(staging).rejects.toThrow('broken early')

  async function* halfway() {
    yield bytes
    throw new Error('broken halfway')
  }
  await expect(store.stage(Readable.from(halfway()), 1e6)).rejects.toThrow('broken halfway')
  expect(await files()).toEqual([])
})

test('a discarded or removed file is gone, and may be discarded or removed again', async () => {
  const staged = await stage()
  await store.discard(staged)
  await store.discard(staged)
  const key = await store.save(await stage())
  await store.remove(key)
  await store.remove(key)
  expect(await store.open(key)).toBeNull()
  expect(await files()).toEqual([])
})

test('an invalid key finds and removes nothing', async () => {
  const secret = join(folder, 'secret')
  await writeFile(secret, 'x')
  for (const key of ['../secret', 'secret', '', '..', `${'a'.repeat(31)}/`, 'A'.repeat(32)]) {
    expect(await store.open(key)).toBeNull()
    await store.remove(key)
  }
  expect(await files()).toEqual([secret])
})

test('a file that cannot be made permanent is gone, and the failure is told', async () => {
  const staged = await stage()
  await rm(folder, { recursive: true })
  await expect(store.save(staged)).rejects.toThrow('ENOENT')
  await mkdir(folder)
})

test('what an earlier process was receiving is removed at the next start, what it kept is not', async () => {
  await stage()
  const key = await store.save(await stage())
  await writeFile(join(folder, 'incoming/not-ours.txt'), 'x')
  store = await openStore(`file:${folder}`)
  await store.discardStale()
  expect((await files()).sort()).toEqual(
    [join(folder, key.slice(0, 2), key), join(folder, 'incoming/not-ours.txt')].sort(),
  )
  expect(await readAll(key)).toEqual({ size: bytes.length, bytes })
})

test('kept files are listed by key, with the time of receipt', async () => {
  const early = new Date('2020-01-02')
  const key = await store.save(await stage(), 'f0'.repeat(16))
  await utimes(join(folder, 'f0', key), early, early)
  await store.save(await stage(), '0f'.repeat(16))
  await stage()
  await writeFile(join(folder, 'f0/not-ours.txt'), 'x')
  expect(await Array.fromAsync(store.list())).toEqual([
    { key: '0f'.repeat(16), modified: expect.any(Date) },
    { key, modified: early },
  ])
})

test('what has been half received for long is given up, what is being received is not', async () => {
  const old = await stage()
  const now = await stage()
  await utimes(old.path, 0, 0)
  const { mtimeMs } = await stat(now.path)
  expect(await store.discardStale(new Date(mtimeMs - 1000))).toBe(1)
  expect(await files()).toEqual([now.path])
})

test('a kept file may get a second name elsewhere', async () => {
  const key = await store.save(await stage())
  const copy = join(folder, '../copy')
  expect(await store.link(key, copy)).toBe(true)
  expect(await readFile(copy)).toEqual(bytes)
  expect(await store.link(key, copy)).toBe(false)
  expect(await store.link('../secret', `${copy}2`)).toBe(false)
})

test('an answer whose body nobody reads keeps no file open', async () => {
  const key = await store.save(await stage())
  const open = async () => (await readdir('/proc/self/fd')).length
  const before = await open()
  for (let n = 0; n < 20; n++) await store.open(key)
  expect(await open()).toBeLessThanOrEqual(before + 2)
})

test('a store is ready until its folder is gone', async () => {
  await store.ready()
  expect(await files()).toEqual([])
  await rm(folder, { recursive: true })
  await expect(store.ready()).rejects.toThrow('ENOENT')
  await mkdir(folder)
})

test('a folder that cannot be written stops the start with one line that names it', async () => {
  const path = join(folder, 'a-file')
  await writeFile(path, '')
  const refused = await openStore(`file:${path}/resumes`).catch((error) => error)
  expect(refused.message).toMatch(
    /^STORAGE_URL names .*a-file\/resumes, where no files can be kept: E/,
  )
  expect(refused.message).not.toContain('\n')
  await expect(openStore('file:/proc/nowhere/resumes')).rejects.toThrow(/^STORAGE_URL names/)
})

test('the list of erased applications is files of its own, which a second store of the folder reads', async () => {
  expect(await store.listErased()).toEqual([])
  const [a, b, c, d] = erasedNow(['0a', '0b', '0c', '0d'], 'rule') as [
    Erased,
    Erased,
    Erased,
    Erased,
  ]
  await store.addErased([a, b])
  await store.addErased([a, c])
  await store.removeErased([b, d])
  // As an older version has written it.
  await writeFile(join(folder, 'erased', '0e'), '')
  const another = await openStore(`file:${folder}`)
  const listed = await another.listErased()
  expect(listed.sort((x, y) => x.id.localeCompare(y.id))).toEqual([
    a,
    c,
    { id: '0e', cause: null, day: null },
  ])
  for await (const { key } of store.list()) expect(key).toBe('none')
})
