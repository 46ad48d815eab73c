import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { newJob } from '#db/fixtures/databases.ts'
import { patient, sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { jobs, rateLimits } from '#db/schema.ts'
import { folderOnDisk } from '#db/test-db.ts'

const run = promisify(execFile)

function hasSqlite() {
  try {
    execFileSync('sqlite3', ['-version'])
    return true
  } catch {
    return false
  }
}
const isMissing = !sqldExists || !hasSqlite()

test.skipIf(isMissing)(
  `sqld-backup copies a running server, privately, and removes old copies${isMissing ? ' (no binary)' : ''}`,
  async () => {
    const sqld = await startSqld()
    const server = await openDb(sqld.url, patient)
    await newJob(server)
    await server.insert(rateLimits).values({ key: 'a'.repeat(64), points: 1, ends_at: 1 })
    const folder = await mkdtemp(join(folderOnDisk, 'foyer-sqld-backup-'))
    const target = join(folder, 'backups')
    // The times of files are real, also where the clock is not (`npm run release-check`).
    const { LD_PRELOAD: _, ...env } = process.env
    const backup = (database = join(sqld.folder, 'dbs/default/data')) =>
      run('deploy/sqld-backup', [database, target], { env })
    await backup()
    const [name = ''] = await readdir(target)
    const modes = await Promise.all([target, join(target, name)].map((path) => stat(path)))
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
    const copy = await openDb(pathToFileURL(join(target, name)).href)
    expect([await copy.$count(jobs), await copy.$count(rateLimits)]).toEqual([1, 0])
    expect(await server.$count(rateLimits)).toBe(1)
    copy.$client.close()

    const old = join(target, '2020-01-01-000000.db')
    await writeFile(old, '')
    await utimes(old, 0, 0)
    await writeFile(join(target, 'half.db.part'), '')
    await backup()
    const left = await readdir(target)
    expect(left).toContain(name)
    expect(left.filter((each) => /part|2020/.test(each))).toEqual([])
    await expect(backup(join(folder, 'nothing'))).rejects.toThrow()
    expect((await readdir(target)).filter((each) => each.endsWith('.db'))).toEqual(
      left.filter((each) => each.endsWith('.db')),
    )

    server.$client.close()
    await sqld.stop()
    await rm(folder, { recursive: true })
  },
)
