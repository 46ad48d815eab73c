import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, signIn, startServer } from '../../../scripts/testing/serve.ts'
import { fill } from '../fill.ts'
import { startChild } from '../kit/child.ts'
import { eventLoop, watched } from '../kit/longest-stop.ts'
import { printTable } from '../kit/table.ts'
import { pin, visit } from '../kit/tools.ts'

/** Each is rendered for the first time: nobody has asked for it since the start. */
const cold: Record<string, string> = {
  'Home with all jobs': '/?all=1',
  'a page of the list': '/jobs?page=3',
  'the list with a filter': '/jobs?team=kitchen',
  'sitemap.xml': '/sitemap.xml',
  'feed.xml': '/feed.xml?page=3',
  'jobs.json': '/jobs.json?lang=en',
  'jobs.xml': '/jobs.xml?source=bench',
}

/** Ms of processor time that the main thread may take at a stretch. */
const aim = 100

const readers = 5000
const searches = 500

/** Alerts that are due, a tenth of them of searches that find a new job. */
function addReaders(db: DatabaseSync) {
  db.exec(`
    UPDATE settings SET value = CASE WHEN CAST(strftime('%H', 'now') AS INTEGER) >= 9
      THEN 'UTC' ELSE 'Pacific/Auckland' END WHERE key = 'site_time_zone';
    UPDATE jobs SET first_active_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day'), team = 'Kitchen'
      WHERE id = 2;
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${readers})
    INSERT INTO job_alerts (public_id, email, mailbox, search, label, cadence, language,
      confirmed_at, due_on, seen_until, keep_until)
    SELECT printf('%032d', n), 'reader' || n || '@example.org', 'reader' || n || '@example.org',
      iif(n % 10, 'q=zzz' || n % ${searches}, 'team=kitchen'),
      n % ${searches}, 'daily', 'en', '2020-01-01T00:00:00.000Z', '2020-01-01',
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 days'), '2099-01-01T00:00:00.000Z'
    FROM n`)
}

/** What the server did in that time, as the columns of a row. */
async function measure(server: RunningServer, name: string, act: () => Promise<unknown>) {
  await eventLoop(server)
  const endVisit = await visit(`${server.url}/accessibility`)
  await pause(200)
  const began = performance.now()
  await act()
  const ms = performance.now() - began
  await pause(200)
  const { cpu, max } = await eventLoop(server)
  const visitor = await endVisit()
  return { name, cpu, cells: [ms, cpu, max, visitor.max].map((value) => value.toFixed(0)) }
}

/** Measures how long nobody else is answered while pages with 2,000 jobs are rendered, and at eight. */
export async function publish() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-publish-'))
  const sink = await startChild('mail-sink.ts')
  const file = join(folder, 'careers.db')
  await fill(file, 10)
  const db = new DatabaseSync(file, { timeout: 5000 })
  // All closed until the server runs: at its start it would render the page of each open job.
  db.exec('UPDATE jobs SET is_active = 0')
  const env = { ...watched, LOG_LEVEL: 'error', SMTP_URL: sink.url }
  const server = await startServer({ folder, env })
  pin(server.pid)
  const { token } = await signIn(server.url)
  db.exec('UPDATE jobs SET is_active = id % 10 > 0')
  const get = async (path: string) => {
    const answer = await fetch(server.url + path)
    if (!answer.ok) throw new Error(`${answer.status}: ${path}`)
    await answer.arrayBuffer()
  }
  try {
    const rows: Awaited<ReturnType<typeof measure>>[] = []
    // The lists themselves are rendered anew.
    await pause(5000)
    for (const [name, path] of Object.entries(cold))
      rows.push(await measure(server, name, () => get(path)))
    const change = async (title: string) => {
      const answer = await fetch(`${server.url}/api/jobs/1`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      })
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    }
    rows.push(
      await measure(server, 'a job is changed, then Home', async () => {
        await change('Baker')
        await get('/')
      }),
      await measure(server, 'a job is changed, and 10 s of rendering', async () => {
        await change('Cook')
        await pause(10_000)
      }),
    )
    addReaders(db)
    const due = db.prepare("SELECT count(*) AS n FROM job_alerts WHERE due_on <= '2020-01-01'")
    rows.push(
      await measure(server, `${readers} alerts`, async () => {
        while (due.get()?.n) await pause(100)
      }),
    )
    printTable(
      ['2,000 jobs', 'ms', 'longest stop, ms of CPU', 'ms of time', "a visitor's longest ms"],
      rows.map(({ name, cells }) => [name, ...cells]),
    )
    const above = rows.filter(({ cpu }) => cpu > aim).map(({ name }) => name)
    console.log(`Aim: ${aim} ms of CPU. Above it: ${above.join('; ') || 'none'}.`)
  } finally {
    await server.stop()
    await sink.stop()
    db.close()
    await rm(folder, { recursive: true, force: true })
  }
}
