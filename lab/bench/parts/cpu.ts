import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '../fill.ts'
import { type Staff, staffOf } from '../kit/staff.ts'
import { printTable } from '../kit/table.ts'

const size = 300_000

/** Ms of CPU that one call may take. */
const aim = 50

const calls = {
  'the list': '/applications',
  waiting: '/applications?waiting=true',
  'waiting with a letter': '/applications?waiting=true&q=a',
  unread: '/applications?unread=true',
  'counts of unread': '/applications/stats?unread=true',
  'counts of waiting': '/applications/stats?waiting=true',
  'counts of a letter': '/applications/stats?q=a',
  'five letters': '/applications?q=a b c d e',
  'the dashboard': '/dashboard',
  'visits of 400 days': '/visits?days=400',
  'a preview of retention':
    '/privacy/retention/preview?keep_undecided_days=180&keep_rejected_days=180&keep_selected_days=365&keep_withdrawn_days=30',
} as const

/** The least of seven calls, after two. */
async function cpuOf(staff: Staff, path: string) {
  const times: number[] = []
  for (let call = 0; call < 9; call++) {
    const before = process.cpuUsage()
    await staff.time('GET', encodeURI(path))
    const { user, system } = process.cpuUsage(before)
    if (call > 1) times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

/** The CPU time of the dearest calls at 300,000 applications, for an admin and a member of teams. */
export async function cpu() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-cpu-'))
  try {
    const file = process.env.FILLED ?? join(folder, 'filled.db')
    if (!process.env.FILLED) await fill(file, size)
    const admin = await staffOf(file)
    const member = await staffOf(file, { jobs: 20 })
    const rows: string[][] = []
    for (const [name, path] of Object.entries(calls)) {
      const isForAdmins = /^\/(visits|privacy)/.test(path)
      const times = [await cpuOf(admin, path), isForAdmins ? 0 : await cpuOf(member, path)]
      rows.push([name, ...times.map((ms) => (ms ? ms.toFixed(0) : '')), `≤ ${aim}`])
    }
    printTable(['CPU of a call at 300,000, ms', 'an admin', 'a member of 20 teams', 'aim'], rows)
    await admin.close()
    await member.close()
  } finally {
    await rm(folder, { recursive: true })
  }
}
