import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLoad } from '../faults/load.ts'
import { checkFolder } from '../integrity.ts'
import { administrator, type RunningServer, signIn, startServer } from '../testing/serve.ts'

/** Runs the command without this process's environment. */
async function run(script: string, folder: string, data: string) {
  const { PATH = '' } = process.env
  const env = {
    ...{ PATH, DATABASE_URL: `file:${join(data, 'careers.db')}` },
    STORAGE_URL: `file:${join(data, 'resumes')}`,
  }
  const child = spawn(process.execPath, [`scripts/${script}.ts`, folder], { env })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  const [out, err] = await said
  return { code, out, err }
}

describe('npm run backup and restore', () => {
  let folder = ''
  const at = (name: string) => join(folder, name)
  let server: RunningServer
  let restored: RunningServer | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
    server = await startServer({ folder: at('data'), env: { RATE_LIMITS: 'off' } })
  })
  afterAll(async () => {
    await Promise.all([server?.stop(), restored?.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  async function whilePeopleApply<T>(work: () => Promise<T>) {
    const load = startLoad(server.url, 10)
    await load.until(10)
    const before = load.acknowledged()
    const done = await work()
    await load.end()
    expect(load.answers()).toMatch(/^\d+ × 201$/)
    return { before, acknowledged: load.acknowledged(), done }
  }

  test('a backup taken while people apply is complete on another machine', async () => {
    const { before, done, acknowledged } = await whilePeopleApply(() =>
      run('backup', at('backup'), at('data')),
    )
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/^Backed up to .*: the database and \d+ resumes/)
    expect(acknowledged.length).toBeGreaterThan(before.length)

    const put = await run('restore', at('backup'), at('other'))
    expect(put).toMatchObject({ code: 0, err: '' })
    expect(put.out).toContain('Everybody has to sign in again')
    expect(checkFolder(at('other'))).toMatchObject({ faults: [], orphans: 0 })

    restored = await startServer({ folder: at('other') })
    const { token } = await signIn(restored.url, administrator)
    const headers = { authorization: `Bearer ${token}` }
    for (const { id, sha256 } of before) {
      const resume = await fetch(`${restored.url}/api/applications/${id}/resume`, { headers })
      expect(resume.status).toBe(200)
      const digest = await crypto.subtle.digest('SHA-256', await resume.arrayBuffer())
      expect(Buffer.from(digest).toString('hex')).toBe(sha256)
    }
  })

  test('a restore refuses the folder of a running site', async () => {
    const { code, out, err } = await run('restore', at('backup'), at('data'))
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Nothing was restored: .*careers\.db is there already: stop Foyer/)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('a wrong folder fails in one line', async () => {
    const { code, err } = await run('backup', at('backup'), at('data'))
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('is not empty')]])
    const nowhere = await run('restore', at('data'), at('third'))
    expect(nowhere.err).toMatch(/^Nothing was restored: .*data is not a complete backup/)
  })
})
