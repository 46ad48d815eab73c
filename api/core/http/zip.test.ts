import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ZipEntry, zip } from './zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = (text: string) => new TextEncoder().encode(text)

/** What Python's zipfile finds: names, texts and times, after checking each file. */
async function unpacked(entries: AsyncIterable<ZipEntry>): Promise<[string, string, number[]][]> {
  const file = join(folder, 'a.zip')
  await writeFile(file, zip(entries))
  const script = `
import sys, json, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([(i.filename, z.read(i).decode(), i.date_time) for i in z.infolist()]))`
  const { stdout } = await promisify(execFile)('python3', ['-c', script, file], {
    maxBuffer: 100_000_000,
  })
  return JSON.parse(stdout)
}

test('an archive has names, times and files, streamed, empty or in one part', async () => {
  async function* parts() {
    yield bytes('one, ')
    yield bytes('two')
  }
  async function* entries() {
    const lastModified = new Date(2026, 2, 14, 10, 15, 30)
    yield { path: ['Åsa Öberg (1)', 'Letter.txt'], input: bytes('Dear all\n'), lastModified }
    yield { path: ['parts.txt'], input: parts(), lastModified }
    yield { path: ['empty'], input: bytes(''), lastModified: new Date(1979, 11, 31, 13) }
  }
  const time = [2026, 3, 14, 10, 15, 30]
  expect(await unpacked(entries())).toEqual([
    ['Åsa Öberg (1)/Letter.txt', 'Dear all\n', time],
    ['parts.txt', 'one, two', time],
    ['empty', '', [1980, 1, 1, 0, 0, 0]],
  ])
})

test('an archive without files is valid', async () => {
  async function* entries() {}
  expect(await unpacked(entries())).toEqual([])
})

test('more than 65,535 files are all in the archive', async () => {
  async function* entries() {
    for (let n = 0; n < 66_000; n++) yield { path: [`${n}`], input: bytes(`file ${n}`) }
  }
  const found = await unpacked(entries())
  expect([found.length, found.at(-1)?.[1]]).toEqual([66_000, 'file 65999'])
})

test('a cancelled archive closes its files', async () => {
  let isClosed = false
  async function* entries() {
    try {
      for (;;) yield { path: ['again'], input: bytes('x') }
    } finally {
      isClosed = true
    }
  }
  const reader = zip(entries()).getReader()
  await reader.read()
  await reader.cancel()
  expect(isClosed).toBe(true)
})
