import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Filled, startFilled } from '../kit/filled.ts'
import { printTable } from '../kit/table.ts'
import { visit } from '../kit/tools.ts'

const applications = 10_000

async function act({ url, headers }: Filled, json: object) {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const leave = await visit(url)
  await pause(200)
  const began = performance.now()
  const { id } = await call('/applications/bulk', json)
  for (;;) {
    const { state, done, total } = await call(`/bulk/${id}`)
    if (state === 'done') {
      if (done !== total) throw new Error(`${done} of ${total} done`)
      break
    }
    await pause(50)
  }
  const seconds = (performance.now() - began) / 1000
  const { p99, max } = await leave()
  return [seconds.toFixed(1), p99.toFixed(0), max.toFixed(0)]
}

/** Measures bulk actions, and a visitor beside them. */
export async function bulk() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const foyer = await startFilled(folder, applications)
  try {
    const filter = { status: 'all' }
    const all = { filter, action: 'status' }
    const rows: [string, object][] = [
      ['status', { ...all, status: 'rejected', tell: 'never' }],
      ['status, with an email held', { ...all, status: 'shortlisted', tell: 'later' }],
      ['email', { filter, action: 'email', subject: 'Hello', body: '<p>Dear {first_name}</p>' }],
      ['delete', { filter, action: 'delete' }],
    ]
    const table: string[][] = []
    for (const [name, json] of rows) table.push([name, ...(await act(foyer, json))])
    console.log(`Bulk actions on ${applications.toLocaleString('en')} applications, and a visitor`)
    printTable(['action', 'seconds', "visitor's p99, ms", 'longest, ms'], table)
    console.log('Aim: status in at most 5 s, with a p99 of at most 50 ms.')
  } finally {
    await foyer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
