import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findId, startLoad } from '#lab/faults/kit/load.ts'
import { checkFolder } from '../integrity.ts'
import { runScript } from '../run-script.ts'
import { applicationForm, words } from '../testing/fixtures/application-form.ts'
import { unfolded } from '../testing/mail-server.ts'
import { administrator, type RunningServer, signIn, startServer } from '../testing/serve.ts'

const run = (script: string, folder: string, data: string) =>
  runScript(`${script}.ts`, [folder], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: `file:${join(data, 'careers.db')}`,
      STORAGE_URL: `file:${join(data, 'resumes')}`,
    },
  })

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

    const verified = await runScript('restore.ts', [at('backup'), '--verify'])
    expect(verified).toMatchObject({ code: 0, err: '' })
    expect(verified.out).toMatch(
      /^The backup is whole and can be restored: the database and \d+ .*\n$/,
    )
    const note = JSON.parse(await readFile(join(at('data'), 'last-backup.json'), 'utf8'))
    expect(note).toMatchObject({ folder: at('backup'), lost: 0 })

    const put = await run('restore', at('backup'), at('other'))
    expect(put).toMatchObject({ code: 0, err: '' })
    expect(put.out).toContain('Everyone has to sign in again')
    expect(checkFolder(at('other'))).toMatchObject({ faults: [], orphans: 0 })

    restored = await startServer({ folder: at('other') })
    const { token } = await signIn(restored.url, administrator)
    const headers = { authorization: `Bearer ${token}` }
    for (const { email, sha256 } of before) {
      const id = await findId(restored.url, headers, email)
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
    const damaged = await runScript('restore.ts', [at('data'), '--verify'])
    expect(damaged.code).toBe(1)
    expect(damaged.err).toMatch(/^The backup cannot be restored: .*is not a complete backup/)
    const nowhere = await run('restore', at('data'), at('third'))
    expect(nowhere.err).toMatch(/^Nothing was restored: .*data is not a complete backup/)
  })
})

describe('a restored backup from before an erasure', () => {
  /** The server's working folder, in which it writes its mail. */
  let home = ''
  const data = () => join(home, 'data')
  const start = () => startServer({ folder: data(), cwd: home, env: { SMTP_URL: '' } })
  let server: RunningServer | undefined

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'foyer-erased-'))
    for (const name of ['db', 'dist', 'node_modules'])
      await symlink(resolve(name), join(home, name))
  })
  afterAll(async () => {
    await server?.stop()
    await rm(home, { recursive: true, force: true })
  })

  const sentence = 'Quirindaal rye needs eleven hours'
  const traces = ['zephyrine', 'quellinborg', '71 99 31 08', '71993108', 'quirindaal', 'wondrous']

  async function all(pattern: RegExp) {
    const entries = await readdir(data(), { recursive: true, withFileTypes: true })
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
    const found = paths.filter((path, i) => entries[i]?.isFile() && pattern.test(path))
    // A file may be removed meanwhile.
    return Promise.all(found.map((path) => readFile(path, 'latin1').catch(() => '')))
  }
  /** What is left of the applicant in database, log, files and mail. */
  async function left() {
    const text = (await all(/./)).join('\n').toLowerCase()
    return traces.filter((trace) => text.includes(trace))
  }

  test('has nothing of the erased applicant once the server runs', async () => {
    server = await start()
    const body = applicationForm({
      job_id: 1,
      first_name: 'Zephyrine',
      last_name: 'Quellinborg-Vaj',
      email: 'zephyrine@quellinborg.example',
      phone: '+45 71 99 31 08',
      motivation_letter: `<p>${sentence}. ${words(450)}</p>`,
      resume: new File(
        [await readFile('scripts/testing/fixtures/resumes/mira.pdf')],
        'wondrous.pdf',
      ),
    })
    const api = `${server.url}/api`
    const sent = await fetch(`${api}/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    expect(sent.status).toBe(201)
    expect(await run('backup', join(home, 'backup'), data())).toMatchObject({ code: 0, err: '' })

    const token = candidate_url.split('/').at(-1)
    const asked = await fetch(`${api}/candidate/${token}/erase`, { method: 'POST' })
    expect(asked.status).toBe(202)
    const confirmation = async () =>
      (await all(/\.eml$/))
        .map((mail) => /\/application\/confirm\/([\w-]{43})/.exec(unfolded(mail))?.[1])
        .find(Boolean)
    await expect.poll(confirmation).toBeTruthy()
    expect(await left()).toEqual(traces)
    const confirm = `${api}/candidate/confirm/${await confirmation()}`
    expect((await fetch(confirm, { method: 'POST' })).status).toBe(200)
    await expect.poll(left).toEqual([])
    await server.stop()

    await rename(data(), join(home, 'before'))
    await mkdir(join(data(), 'resumes'), { recursive: true })
    await rename(join(home, 'before/resumes/erased'), join(data(), 'resumes/erased'))
    const restored = await run('restore', join(home, 'backup'), data())
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain('1 application was erased or deleted')
    expect(await left()).toContain('zephyrine')

    server = await start()
    expect(server.output()).toContain('of a restored backup erased')
    await expect.poll(left).toEqual([])
    await server.stop()
    expect(await left()).toEqual([])
  })
})
