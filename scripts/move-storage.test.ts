import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { erasedName, erasedNow } from '#api/core/files/erased.ts'
import { openStore } from '#api/core/files/open-store.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { folderOnDisk } from '#db/test-db.ts'
import { moveStorage } from './backup/move-storage.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')

const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
let folder: string
let s3: S3rver
let port = 0
const here = () => `file:${join(folder, 'resumes')}`
const bucket = (name: string) => `s3://${name}?endpoint=http://127.0.0.1:${port}&region=us-east-1`
const open = (url: string) => openStore(url)

/** Runs shell commands as an operator would type them. */
async function run(commands: string) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { stdout } = await promisify(execFile)('sh', ['-ec', commands], {
    env: { ...process.env, PATH },
  })
  return stdout
}

const media = `media/${'a'.repeat(32)}` as const
const made = `made/${'b'.repeat(32)}` as const

async function publish(store: FileStore, place: typeof media | typeof made, names: string[]) {
  const work = await store.workFolder()
  for (const name of names) await writeFile(join(work, name), `${place}/${name}`)
  await store.publish(place, work, names)
  await rm(work, { recursive: true })
}

async function fill(store: FileStore) {
  for (const letter of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const staged = await store.stage(Readable.from([Buffer.from(letter)]), 100)
    if (staged === 'too large') return expect.unreachable()
    await store.save(staged)
  }
  await publish(store, media, ['480.webp', '480.jpg', '480.avif'])
  await publish(store, made, ['share.png'])
  await store.addErased(erasedNow(['c'.repeat(32), 'd'.repeat(32)], 'rule'))
}

/** Name and text of everything in a storage. */
async function contents(url: string): Promise<string[]> {
  const store = await open(url)
  const read = async (opened: ReturnType<FileStore['open']>) =>
    new Response((await opened)!.body).text()
  const all = (await store.listErased()).map((entry) => `erased/${erasedName(entry)}`)
  for await (const { key } of store.list()) all.push(`${key} ${await read(store.open(key))}`)
  for (const place of [media, made])
    for (const name of await store.namesIn(place))
      all.push(`${place}/${name} ${await read(store.openPublic(place, name))}`)
  return all.sort()
}

beforeAll(async () => {
  for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value)
  folder = await mkdtemp(join(folderOnDisk, 'foyer-move-'))
  const names = ['documented', 'one', 'other', 'used', 'interrupted']
  const configureBuckets = names.map((name) => ({ name }))
  const where = { port: 0, address: '127.0.0.1', directory: join(folder, 'buckets') }
  s3 = new S3rver({ ...where, silent: true, configureBuckets })
  port = (await s3.run()).port
  await fill(await open(here()))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.close()
  await rm(folder, { recursive: true })
})

test('the commands of docs/grow.md move resumes, images and the list of the erased', async () => {
  const [, section = ''] = (await readFile('docs/grow.md', 'utf8')).split('## Moving the storage')
  const commands = /(?:^ {4}.*\n)+/m.exec(section)?.[0] ?? ''
  const adapted = commands
    .replace(/^.*export AWS.*$/m, '')
    .replace('cd /opt/foyer && runuser -u foyer -- ', '')
    .replace('file:/var/lib/foyer/data/resumes', here())
    .replace('s3://BUCKET?endpoint=https://ENDPOINT&region=REGION', bucket('documented'))
  expect(await run(adapted)).toContain('6 uploaded files, 4 image files, and the list of 2 erased')
  const all = await contents(here())
  expect(all).toHaveLength(12)
  expect(await contents(bucket('documented'))).toEqual(all)
  const stored = await readdir(join(folder, 'resumes'), { recursive: true, withFileTypes: true })
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(12)
}, 120_000)

test('files move from bucket to bucket, and back into a folder', async () => {
  const back = `file:${join(folder, 'back')}`
  const total = { files: 6, images: 4, erased: 2 }
  expect(await moveStorage(here(), bucket('one'))).toEqual(total)
  expect(await moveStorage(bucket('one'), bucket('other'))).toEqual(total)
  expect(await moveStorage(bucket('other'), back)).toEqual(total)
  expect(await contents(back)).toEqual(await contents(here()))
})

test('a move that was interrupted goes on, and replaces a damaged copy', async () => {
  await moveStorage(here(), bucket('interrupted'))
  const store = await open(bucket('interrupted'))
  const [first, second] = await Array.fromAsync(store.list())
  await store.remove(first!.key)
  const damaged = await store.stage(Readable.from([Buffer.from('damaged')]), 100)
  if (damaged === 'too large') return expect.unreachable()
  await store.save(damaged, second!.key)
  await moveStorage(here(), bucket('interrupted'))
  expect(await contents(bucket('interrupted'))).toEqual(await contents(here()))
})

test('a second run copies no file again, and replaces a damaged image', async () => {
  const twice = join(folder, 'twice')
  await moveStorage(here(), `file:${twice}`)
  const entries = await readdir(twice, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('erased'))
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths) await utimes(path, 1, 1)
  const image = paths.find((path) => path.endsWith('480.webp')) ?? ''
  await writeFile(image, 'damaged')
  await moveStorage(here(), `file:${twice}`)
  expect(await contents(`file:${twice}`)).toEqual(await contents(here()))
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  for (const path of paths)
    if (folderOf(path) !== folderOf(image)) expect((await stat(path)).mtimeMs, path).toBe(1000)
})

test('a storage with other files, a missing one and the same one are refused', async () => {
  const used = await open(bucket('used'))
  await fill(used)
  const before = await contents(bucket('used'))
  await expect(moveStorage(here(), bucket('used'))).rejects.toThrow('TO is in use: it holds')
  expect(await contents(bucket('used'))).toEqual(before)

  const nowhere = join(folder, 'nowhere')
  const missing = moveStorage(`file:${nowhere}`, bucket('one'))
  await expect(missing).rejects.toThrow(`${nowhere} does not exist`)
  expect(await readdir(folder)).not.toContain('nowhere')
  await expect(moveStorage(here(), here())).rejects.toThrow('the same place')
  await expect(moveStorage(here(), bucket('unknown'))).rejects.toMatchObject({
    cause: new Error('S3 knows no such bucket'),
  })
  await expect(moveStorage(here(), 'ftp://x')).rejects.toThrow('must be file:FOLDER or s3://')
})
