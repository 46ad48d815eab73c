import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../../scripts/testing/serve.ts'
import { startFilled } from '../kit/filled.ts'
import { printTable } from '../kit/table.ts'
import { forgetPeak, peakMemory, residentMemory, visit } from '../kit/tools.ts'

const applications = 100_000

/** Measures exports of all applications: duration, the server's memory, and a visitor's latency. */
export async function exports() {
  const rows = [...(await exportsOf(200)), ...(await exportsOf(2000))]
  console.log(`Exports of ${applications.toLocaleString('en')} applications`)
  const visitor = ["visitor's p99, ms", 'longest, ms']
  const memory = ['MB resident before', 'at most']
  printTable(['jobs', 'export', 'seconds', 'MB', ...memory, ...visitor], rows)
  console.log('Aim: at most 200 MB resident; a visitor waits at most 50 ms (p99).')
}

/** The cache holds a page of each job, which takes memory of its own. */
async function exportsOf(jobs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  // Makes the search entries, which takes memory of its own.
  const { headers, stop } = await startFilled(folder, applications, { jobs })
  await stop()
  const { url, pid, ...server } = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
  try {
    const rows: string[][] = []
    for (const name of ['export.csv', 'export.zip']) {
      const leave = await visit(url)
      const before = residentMemory(pid)
      forgetPeak(pid)
      const began = performance.now()
      const response = await fetch(`${url}/api/applications/${name}?status=all`, { headers })
      if (!response.ok || !response.body) throw new Error(`${name} answered ${response.status}`)
      let bytes = 0
      for await (const part of response.body) bytes += part.byteLength
      const seconds = (performance.now() - began) / 1000
      const { p99, max } = await leave()
      const whole = [bytes / 1_048_576, before, peakMemory(pid), p99, max]
      const numbers = whole.map((number) => number.toFixed(0))
      rows.push([jobs.toLocaleString('en'), name, seconds.toFixed(1), ...numbers])
    }
    return rows
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
