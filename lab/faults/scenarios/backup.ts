import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad } from '../kit/load.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** Grows the database to about this size with applications without resumes. */
function enlarge(file: string, megabytes: number) {
  const db = new DatabaseSync(file)
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${megabytes * 100})
    INSERT INTO applications (job_id, first_name, last_name, email, motivation_letter)
    SELECT 1, 'A', 'B', i || '@example.org', hex(randomblob(4500)) FROM n`)
  // Otherwise the server would build the search index at its start.
  db.exec(`INSERT INTO application_search (rowid, text) SELECT id, 'x' FROM applications
    WHERE id NOT IN (SELECT rowid FROM application_search)`)
  db.close()
}

async function run(script: string, folder: string, data: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: `file:${join(data, 'careers.db')}`,
    STORAGE_URL: `file:${join(data, 'resumes')}`,
  }
  const child = spawn(process.execPath, [`scripts/${script}.ts`, folder], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** Read latency while `work` runs. */
async function responsesDuring(url: string, work: Promise<unknown>) {
  const waits: number[] = []
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) {
    waits.push((await timed(() => fetch(`${url}/api/jobs/active`))).ms)
    await pause(5)
  }
  await done
  return percentiles(waits)
}

export const backup: Scenario = {
  name: 'backup and restore',
  onlyLong: true,
  run: () =>
    withScenarioContext(async ({ folder, start }) => {
      const megabytes = 1_000
      const data = join(folder, 'data')
      const first = await start({}, 'data')
      await first.stop()
      enlarge(join(data, 'careers.db'), megabytes)
      const server = await start({}, 'data')
      const load = startLoad(server.url, 5)
      await load.until(50)
      const usual = await responsesDuring(server.url, pause(5_000))
      const before = load.acknowledged()
      const taking = timed(() => run('backup', join(folder, 'backup'), data))
      const reads = await responsesDuring(server.url, taking)
      const { ms: took } = await taking
      await load.end()
      await server.stop()
      const writes = percentiles(load.tries.map(({ ms }) => ms))
      const other = join(folder, 'other')
      const { ms: restored } = await timed(() => run('restore', join(folder, 'backup'), other))
      return {
        figures: `${megabytes} MB and ${before.length} resumes in ${took} ms; reads during it p99 ${reads.p99} ms, slowest ${reads.max} (before it ${usual.p99} and ${usual.max}), submissions p99 ${writes.p99} ms; restored and checked in ${restored} ms`,
        faults: [
          ...unless(reads.p99 <= 100, `one read in a hundred waited for ${reads.p99} ms`),
          // A single slow commit can take that long.
          ...unless(reads.max < 500, `a read waited for ${reads.max} ms`),
          ...unless(
            load.tries.every(({ status }) => status === 201),
            load.answers(),
          ),
          ...verifyStored({ folder: other, acknowledged: before }),
        ],
      }
    }),
}
