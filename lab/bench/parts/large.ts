import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fill } from '../fill.ts'
import { callsOf } from '../kit/calls.ts'
import { type Staff, staffOf } from '../kit/staff.ts'
import { printTable } from '../kit/table.ts'
import { median } from '../kit/tools.ts'

/** `LARGE=100000` is enough to try the command. */
export const applications = Number(process.env.LARGE ?? 1_000_000)
const jobs = Math.ceil(applications / 200)
export const folder = process.env.LARGE_FOLDER ?? join(tmpdir(), 'foyer-large')

/** Has evaluated thousands, read nine tenths, and marked some of these as unread again. */
const adminEmail = 'person2@example.com'

/** Ms of CPU that one call may take. */
const aim = 50

/** Fills it once: later runs use the same. */
export async function filledLarge() {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${applications}.db`)
  if (existsSync(file)) return file
  const began = performance.now()
  for (const end of ['', '-wal', '-shm']) await rm(`${file}.part${end}`, { force: true })
  await fill(`${file}.part`, applications, jobs, { whole: true })
  await rename(`${file}.part`, file)
  console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s: ${file}`)
  return file
}

/** Ms of CPU: the median of some calls, fewer of those that take long. */
async function cpuOf(staff: Staff, path: string) {
  const once = async () => {
    const before = process.cpuUsage()
    await staff.time('GET', encodeURI(path))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const first = await once()
  if (first > 1000) return first
  await once()
  const times: number[] = []
  while (times.length < 5) times.push(await once())
  return median(times)
}

const shown = (ms: number | undefined) => (ms === undefined ? '' : ms.toFixed(0))

/** The CPU time of what staff call, in a database with millions of rows of all kinds. */
export async function large() {
  const file = await filledLarge()
  const db = new DatabaseSync(file, { readOnly: true })
  const id = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const calls = callsOf(
    {
      application: id(`SELECT max(application_id) FROM evaluations
        JOIN users ON users.id = user_id WHERE email = '${adminEmail}'`),
      job: 1,
      page: id('SELECT min(id) + 7 FROM pages'),
      import: 1,
    },
    applications,
  )
  db.close()
  const admin = await staffOf(file, { email: adminEmail })
  const member = await staffOf(file, { jobs: 20 })
  const only = process.env.ONLY && new RegExp(process.env.ONLY)
  const rows: { name: string; times: (number | undefined)[] }[] = []
  const measure = async (staff: Staff, name: string, path: string) =>
    cpuOf(staff, path).catch((error: Error) => {
      console.error(`${name}: ${error.message}`)
      return undefined
    })
  for (const { name, path } of calls.reviewing)
    if (!only || only.test(name))
      rows.push({
        name,
        times: [await measure(admin, name, path), await measure(member, name, path)],
      })
  for (const { name, path } of calls.administering)
    if (!only || only.test(name)) rows.push({ name, times: [await measure(admin, name, path)] })
  await admin.close()
  await member.close()
  printTable(
    [`ms of CPU at ${applications.toLocaleString('en')}`, 'an admin', 'a member of 20 teams'],
    rows.map(({ name, times }) => [name, shown(times[0]), shown(times[1])]),
  )
  const above = rows.filter(({ times }) => times.some((ms) => ms && ms > aim))
  console.log(
    `${above.length} of ${rows.length} above ${aim} ms: ${above.map(({ name }) => name).join('; ')}`,
  )
}
