import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFile } from './embedded/node-sqlite.ts'
import { makePrivate } from './make-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-private-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)
const open = (file: string) => openFile(pathToFileURL(file).href)
const files = (file: string) => ['', '-wal', '-shm'].map((end) => file + end)

test('a new database, its log and its folder are accessible to the owner only', async () => {
  const file = path.join(folder, 'data', 'foyer.db')
  const client = await open(file)
  expect(await modeOf(path.dirname(file))).toBe('700')
  for (const name of files(file)) expect([name, await modeOf(name)]).toEqual([name, '600'])
  client.close()
})

test('a database that others can read becomes private when opened', async () => {
  const file = path.join(folder, 'foyer.db')
  const first = await open(file)
  for (const name of files(file)) await chmod(name, 0o644)
  const second = await open(file)
  for (const name of files(file)) expect([name, await modeOf(name)]).toEqual([name, '600'])
  for (const client of [first, second]) client.close()
})

test.skipIf(process.getuid?.() !== 0)(
  "another user's file is left as it is (needs root)",
  async () => {
    const file = path.join(folder, 'theirs')
    await writeFile(file, '')
    await chmod(file, 0o644)
    await chown(file, 65_534, 65_534)
    makePrivate(file)
    expect(await modeOf(file)).toBe('644')
  },
)
