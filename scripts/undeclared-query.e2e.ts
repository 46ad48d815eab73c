import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
  for (const name of ['db', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name))
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Lets a page of the build read another query parameter. */
function readAnother(before: string, after: string) {
  const chunks = join(folder, 'dist/server/chunks')
  const changed = readdirSync(chunks)
    .map((name) => join(chunks, name))
    .filter((file) => file.endsWith('.mjs') && readFileSync(file, 'utf8').includes(before))
  expect(changed).toHaveLength(1)
  for (const file of changed)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, after))
}

test('a page that reads an undeclared query parameter stops the start in one line', async () => {
  readAnother('searchParams.get("jobId")', 'searchParams.get("city")')
  const child = spawn(process.execPath, ['dist/server/entry.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SEED: 'empty',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: 'three green bottles',
    },
  })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([code, err.trim().split('\n').at(-1)]).toEqual([
    1,
    'Foyer cannot start: the page /application/success reads the query parameter city without declaring whether it is bounded. Add it to site/server/cache/cacheable.ts',
  ])
})
