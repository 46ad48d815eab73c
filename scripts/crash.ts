// `npm run crash`: kills the server with -9 under 50 concurrent submissions, 20 times over one
// folder, and looks for every application that somebody had been thanked for.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditFolder, leftovers } from './audit.ts'
import { type RunningServer, signIn, startServer } from './serve.ts'
import { type Acknowledged, applyUntilKilled } from './submissions.ts'

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '20' } } })
const env = { SEED: 'demo', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
const folder = await mkdtemp(join(tmpdir(), 'foyer-crash-'))
const total = { acknowledged: 0, missingRows: 0, missingFiles: 0, wrongFiles: 0, leftovers: 0 }

try {
  let server = await startServer({ folder, env })
  for (let cycle = 1; cycle <= Number(values.cycles); cycle++) server = await crash(server, cycle)
  await server.stop()
  report()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** One cycle; answers the server that was started after the crash. */
async function crash(server: RunningServer, cycle: number) {
  const { acknowledged, refused } = await applyUntilKilled(server, await openJob(server.url), 50)
  const before = performance.now()
  const restarted = await startServer({ folder, env })
  const restart = Math.round(performance.now() - before)
  const left = leftovers(folder)
  const lost = await findLost(restarted.url, acknowledged)

  total.acknowledged += acknowledged.length
  total.missingRows += lost.missingRows
  total.missingFiles += lost.missingFiles
  total.wrongFiles += lost.wrongFiles
  total.leftovers += left
  console.log(
    `${String(cycle).padStart(2)}  acknowledged ${acknowledged.length}, refused ${refused}, ` +
      `stored ${acknowledged.length - lost.missingRows}, missing rows ${lost.missingRows}, ` +
      `missing files ${lost.missingFiles}, wrong files ${lost.wrongFiles}, restart ${restart} ms`,
  )
  return restarted
}

async function openJob(url: string) {
  const jobs = (await (await fetch(`${url}/api/jobs/active`)).json()) as { id: number }[]
  if (!jobs[0]) throw new Error('The demo seed has no open job')
  return jobs[0].id
}

/** Asks the server for each application and its resume, as a reviewer would. */
async function findLost(url: string, acknowledged: Acknowledged[]) {
  const { token } = await signIn(url)
  const lost = { missingRows: 0, missingFiles: 0, wrongFiles: 0 }
  const waiting = [...acknowledged]
  const lookAll = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const fault = await look(url, token, one)
      if (fault) lost[fault] += 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, lookAll))
  return lost
}

async function look(url: string, token: string, { id, email, sha256 }: Acknowledged) {
  const headers = { authorization: `Bearer ${token}` }
  const application = await fetch(`${url}/api/applications/${id}`, { headers })
  const row = (await application.json()) as { email?: string }
  if (application.status !== 200 || row.email !== email) return 'missingRows'
  const resume = await fetch(`${url}/api/applications/${id}/resume`, { headers })
  const bytes = Buffer.from(await resume.arrayBuffer())
  if (resume.status !== 200) return 'missingFiles'
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? null : 'wrongFiles'
}

function report() {
  const { faults, rows, orphans } = auditFolder(folder)
  for (const fault of faults) console.log(fault)
  console.log(
    `${rows} applications with a resume in the database, ${faults.length} faults; ` +
      `${orphans} files without a row, ${total.leftovers} half-received files after a restart`,
  )
  const lostFiles = total.missingFiles + total.wrongFiles
  console.log(
    `acknowledged ${total.acknowledged}, missing rows ${total.missingRows}, missing or wrong files ${lostFiles}`,
  )
  if (total.missingRows || lostFiles || faults.length || total.leftovers) process.exitCode = 1
}
