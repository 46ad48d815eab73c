import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { header, mailServer } from '../../../scripts/testing/mail-server.ts'
import { type RunningServer, signIn } from '../../../scripts/testing/serve.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

const silent = 260
const told = 40
const statuses = ['rejected', 'shortlisted', 'selected']

/** Two jobs, of which one tells its candidates of decisions at once, and their applications. */
function addApplications(file: string): number[] {
  const db = new DatabaseSync(file)
  const job = (tell: string) =>
    db
      .prepare(
        "INSERT INTO jobs (title, description, tell) VALUES ('Baker', '<p>Bake.</p>', ?) RETURNING id",
      )
      .get(tell)?.id as number
  const jobs = { never: job('never'), now: job('now') }
  const insert = db.prepare(
    "INSERT INTO applications (job_id, first_name, last_name, email) VALUES (?, 'Mira', ?, ?) RETURNING id",
  )
  db.exec('BEGIN')
  const ids = Array.from({ length: silent + told }, (_, n) => {
    const job_id = n < silent ? jobs.never : jobs.now
    return insert.get(job_id, `Number ${n}`, `mira${n}@example.org`)?.id as number
  })
  db.exec('COMMIT')
  db.close()
  return ids
}

/** What the database says about one action, read beside the server. */
function stored(file: string, id: number, status: string, ids: number[]) {
  const db = new DatabaseSync(file, { readOnly: true })
  const count = (sql: string, ...values: (string | number)[]) =>
    Number(db.prepare(sql).get(...values)?.count)
  const among = `(SELECT value FROM json_each('${JSON.stringify(ids)}'))`
  const found = {
    decided: count(
      `SELECT count(*) AS count FROM applications WHERE status = ? AND id IN ${among}`,
      status,
    ),
    recorded: count(
      "SELECT count(DISTINCT target_id) AS count FROM audit_events WHERE detail ->> 'bulk' = ?",
      id,
    ),
    events: count("SELECT count(*) AS count FROM audit_events WHERE detail ->> 'bulk' = ?", id),
    mails: count(
      `SELECT count(*) AS count FROM outbox WHERE kind = 'answer' AND tells = ?
       AND created_at >= (SELECT created_at FROM bulk WHERE id = ?)`,
      status,
      id,
    ),
    addressed: count(
      `SELECT count(DISTINCT application_id) AS count FROM outbox WHERE kind = 'answer' AND tells = ?
       AND created_at >= (SELECT created_at FROM bulk WHERE id = ?)`,
      status,
      id,
    ),
  }
  db.close()
  return found
}

type Call = (path: string, json?: object) => Promise<Response | undefined>

const callsOf =
  (server: () => RunningServer, token: string): Call =>
  (path, json) =>
    fetch(`${server().url}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    }).catch(() => undefined)

/** Waits until every action has ended. */
async function isQuiet(call: Call) {
  for (let tries = 0; tries < 300; tries++) {
    const response = await call('/bulk')
    const actions = (await response?.json().catch(() => undefined)) as
      | { state: string }[]
      | undefined
    if (actions?.every(({ state }) => state === 'done')) return true
    await pause(100)
  }
  return false
}

export const bulk: Scenario = {
  name: 'kill -9, bulk',
  run: ({ cycles, long }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const received: (string | undefined)[] = []
      const post = await mailServer({
        onData(stream, _session, done) {
          let message = ''
          // Killed while it sends, the server cuts the message off.
          stream
            .on('data', (part) => {
              message += part
            })
            .on('error', done)
            .on('end', () => {
              received.push(header(message, 'Message-ID'))
              done()
            })
        },
      })
      atEnd(post.close)
      const env = { SMTP_URL: post.url }
      const kills = long ? Math.max(cycles, 100) : cycles
      const file = join(folder, 'careers.db')
      let server = await start(env)
      const ids = addApplications(file)
      const { token } = await signIn(server.url)
      const call = callsOf(() => server, token)
      const faults: string[] = []
      const ends: number[] = []
      let acknowledged = 0
      for (let cycle = 0; cycle < kills; cycle++) {
        const status = statuses[cycle % statuses.length]!
        const starting = call('/applications/bulk', { ids, action: 'status', status })
        // Every fourth time perhaps before the answer.
        if (cycle % 4 !== 3) await starting
        await pause(Math.random() * 300)
        const killed = server.kill()
        const response = await starting
        const body = (await response?.json().catch(() => undefined)) as { id: number } | undefined
        await killed
        server = await start(env)
        // An unacknowledged one may be stored, too; two at once would be in each other's way.
        const { ms, value } = await timed(() => isQuiet(call))
        if (!value) faults.push('an action did not end')
        if (!body?.id) continue
        acknowledged += 1
        ends.push(ms)
        const { decided, recorded, events, mails, addressed } = stored(file, body.id, status, ids)
        faults.push(
          ...unless(decided === ids.length, `${ids.length - decided} decisions were lost`),
          ...unless(events === recorded, `${events - recorded} decisions were recorded twice`),
          ...unless(mails === addressed, `${mails - addressed} candidates were told twice`),
        )
      }
      const sent = new Set(received)
      await server.stop()
      const { p50, max } = percentiles(ends)
      return {
        figures: `${kills} kills, ${acknowledged} acknowledged actions of ${ids.length}: all held, ended ${p50} ms after the restart, at most ${max}; ${sent.size} mails, ${received.length - sent.size} again under the same Message-ID`,
        faults,
      }
    }),
}
