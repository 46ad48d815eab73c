import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqldExists, startSqld } from './fixtures/sqld.ts'
import { requireDatabase } from './require-database.ts'
import { temporaryDb } from './test-db.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-required-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = (name: string) => path.join(folder, name)
const contents = async () =>
  (await readdir(folder)).sort().map((name) => `${name} ${statSync(file(name)).size}`)

describe('requireDatabase', () => {
  test('accepts a Foyer database that another process has open', async () => {
    const { url, remove } = await temporaryDb()
    await requireDatabase(url)
    await remove()
  })

  test.each([
    ['missing.db', 'does not exist'],
    ['missing/careers.db', 'does not exist'],
    ['text.db', 'not a database'],
    ['empty.db', 'not a Foyer database'],
    ['other.db', 'not a Foyer database'],
  ])('rejects %s and creates nothing', async (name, words) => {
    await writeFile(file('text.db'), 'Dear diary')
    await writeFile(file('empty.db'), '')
    const other = new DatabaseSync(file('other.db'))
    other.exec('CREATE TABLE users (name TEXT)')
    other.close()
    const before = await contents()
    const refusal = requireDatabase(pathToFileURL(file(name)).href)
    await expect(refusal).rejects.toThrow(words)
    await expect(refusal).rejects.toThrow(name)
    expect(await contents()).toEqual(before)
  })

  test.skipIf(!sqldExists)('rejects an empty server and leaves it empty', async () => {
    const { url, stop } = await startSqld()
    await expect(requireDatabase(url)).rejects.toThrow('not a Foyer database')
    await expect(requireDatabase(url)).rejects.toThrow('not a Foyer database')
    await stop()
  })

  test('rejects a web server that is not a database', async () => {
    const server = createServer((_, response) => response.end('<!doctype html>'))
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
      }),
    )
    await expect(requireDatabase(`http://127.0.0.1:${port}`)).rejects.toThrow(
      `The database at 127.0.0.1:${port} cannot be used`,
    )
    server.close()
  })
})
