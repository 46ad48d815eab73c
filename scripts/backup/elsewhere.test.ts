import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#api/core/files/open-store.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { insertApplication } from '#api/hiring/applications/rows.ts'
import { type Db, openDb } from '#db/client.ts'
import { newJob } from '#db/fixtures/databases.ts'
import { sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { folderOnDisk, temporaryDb } from '#db/test-db.ts'
import { putBack } from './put-back.ts'
import { takeBackup } from './take.ts'

type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> }
const S3rver: new (options: object) => S3rver = createRequire(import.meta.url)('s3rver')

let folder: string
let s3: S3rver
let bucket: (name: string) => Promise<FileStore>

beforeAll(async () => {
  folder = await mkdtemp(join(folderOnDisk, 'foyer-elsewhere-'))
  const configureBuckets = ['one', 'two', 'three'].map((name) => ({ name }))
  const where = { port: 0, address: '127.0.0.1', directory: join(folder, 'buckets') }
  s3 = new S3rver({ ...where, silent: true, configureBuckets })
  const { port } = await s3.run()
  const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  bucket = (name) => openStore(`s3://${name}?endpoint=http://127.0.0.1:${port}`, env)
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

async function keepApplication(db: Db, store: FileStore, bytes: string) {
  const staged = await store.stage(Readable.from([Buffer.from(bytes)]), 100)
  if (staged === 'too large') return expect.unreachable()
  const resume_key = await store.save(staged)
  await insertApplication(db, {
    job_id: await newJob(db),
    first_name: 'Mira',
    last_name: 'O',
    email: 'mira@example.org',
    resume_key,
    resume_type: 'pdf',
    resume_name: 'cv.pdf',
    resume_size: staged.size,
    resume_sha256: staged.sha256,
  })
  return resume_key
}

const read = async (store: FileStore, key: string) =>
  new Response((await store.open(key))?.body).text()

test('resumes are copied from one bucket to another under the same keys', async () => {
  const [one, two] = [await bucket('one'), await bucket('two')]
  const { db, url, remove } = await temporaryDb(folderOnDisk)
  const key = await keepApplication(db, one, 'a resume')
  const backup = join(folder, 'from-bucket')
  expect(await takeBackup({ url, store: one, folder: backup })).toMatchObject({ resumes: 1 })
  const place = pathToFileURL(join(folder, 'place/careers.db')).href
  await putBack({ folder: backup, url: place, openStore: async () => two, keepMail: false })
  expect(await read(two, key)).toBe('a resume')
  await remove()
})

test.skipIf(!sqldExists)(
  `with a database on a server only the resumes are backed up${sqldExists ? '' : ' (no binary)'}`,
  async () => {
    const { url, stop } = await startSqld()
    const db = await openDb(url)
    const store = await openStore(`file:${join(folder, 'here')}`)
    const key = await keepApplication(db, store, 'another resume')
    const backup = join(folder, 'from-server')
    const taken = await takeBackup({ url, store, folder: backup })
    expect(taken).toMatchObject({ database: null, resumes: 1, lost: [] })
    const again = async () => openStore(`file:${join(folder, 'there')}`)
    const putting = { folder: backup, openStore: again, keepMail: false }
    await expect(putBack({ ...putting, url: `file:${join(folder, 'x.db')}` })).rejects.toThrow(
      'holds no database',
    )
    await putBack({ ...putting, url })
    expect(await read(await again(), key)).toBe('another resume')
    db.$client.close()
    await stop()
  },
)
