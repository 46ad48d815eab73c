import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runScript } from './run-script.ts'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'foyer-wrong-'))
})
afterAll(() => rm(cwd, { recursive: true }))

/** Starting a process is slow on a busy machine. */
const slow = { timeout: 60_000 }

describe('A wrong DATABASE_URL', () => {
  test.each([
    ['admin.ts', ['reset-password', 'you@example.com'], 'file:./new/careers.db', 'does not exist'],
    ['backup.ts', ['backup'], 'file:./new/careers.db', 'does not exist'],
    ['admin.ts', ['reset-password', 'you@example.com'], 'http://127.0.0.1:9', 'cannot be used'],
    ['backup.ts', ['backup'], 'http://127.0.0.1:9', 'cannot be used'],
    ['restore.ts', ['backup'], 'http://127.0.0.1:9', 'cannot be used'],
  ])(
    'ends %s %j on %s in one line with nothing created',
    slow,
    async (script, args, url, words) => {
      const { out, err, code } = await runScript(script, args, { cwd, env: { DATABASE_URL: url } })
      expect([out, err.split('\n').length, code]).toEqual(['', 2, 1])
      expect(err).toContain(words)
      expect(await readdir(cwd)).toEqual([])
    },
  )
})
