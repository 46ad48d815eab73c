import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../../scripts/testing/serve.ts'
import { median } from '../kit/tools.ts'

/** Measures the time from a warm start to the first page, seven times. */
export async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-start-'))
  const seconds: number[] = []
  for (let time = 0; time <= 7; time++) {
    const before = performance.now()
    const server = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
    const { status } = await fetch(`${server.url}/jobs`)
    if (status !== 200) throw new Error(`The first answer was ${status}`)
    seconds.push((performance.now() - before) / 1000)
    await server.stop()
  }
  await rm(folder, { recursive: true, force: true })
  // The first start creates and seeds the database.
  const warm = seconds.slice(1)
  const all = warm.toSorted((a, b) => a - b).map((one) => one.toFixed(2))
  console.log(
    `Start to first answer: ${median(warm).toFixed(2)} s (aim: 0.5; all: ${all.join(', ')}).`,
  )
}
