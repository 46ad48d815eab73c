import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './testing/serve.ts'

let home: string
const data = () => join(home, 'data')
const start = () => startServer({ folder: data(), cwd: home })
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const modes = async () =>
  Object.fromEntries(
    await Promise.all(
      ['', 'careers.db', 'careers.db-wal', 'careers.db-shm', 'resumes'].map(async (name) => [
        name || 'data',
        await modeOf(join(data(), name)),
      ]),
    ),
  )

const tight = {
  data: '700',
  resumes: '700',
  'careers.db': '600',
  'careers.db-wal': '600',
  'careers.db-shm': '600',
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'foyer-private-'))
  for (const name of ['db', 'dist', 'node_modules']) await symlink(resolve(name), join(home, name))
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('data folder and database are created for the owner alone', async () => {
  const server = await start()
  expect(await modes()).toEqual(tight)
  await server.kill()
})

test('data folder and database of an earlier version are tightened at start', async () => {
  await chmod(data(), 0o755)
  for (const name of ['careers.db', 'careers.db-wal', 'careers.db-shm'])
    await chmod(join(data(), name), 0o644)
  const server = await start()
  expect(await modes()).toEqual(tight)
  await server.stop()
})

test('the data folder is tightened also while the database is elsewhere', async () => {
  const folder = join(home, 'elsewhere')
  await mkdir(folder)
  await chmod(data(), 0o755)
  const server = await startServer({ folder, cwd: home })
  expect(await modeOf(data())).toBe('700')
  await server.stop()
})

test('a database from before free pages were erased is rewritten at start', async () => {
  const db = new DatabaseSync(join(data(), 'careers.db'))
  db.exec('PRAGMA user_version = 0')
  db.close()
  const server = await start()
  expect(server.output()).toContain('rewriting the database once')
  await server.stop()
})
