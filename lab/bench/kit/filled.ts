import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, signIn, startServer } from '../../../scripts/testing/serve.ts'
import { fill } from '../fill.ts'
import { pin, processorTime } from './tools.ts'

export type Filled = RunningServer & {
  /** Path of the database. */
  file: string
  /** Headers of a signed-in administrator. */
  headers: { authorization: string }
}

/** Waits until the server has rendered its 2,000 pages after the start. */
export async function atRest(pid: number) {
  for (let used = 1; used > 0.03; ) {
    const before = processorTime(pid)
    await pause(1000)
    used = processorTime(pid) - before
  }
}

/** Starts Foyer without rate limits, on one core unless `anyCore`. */
export async function startAtRest(
  folder: string,
  { env = {}, anyCore = false }: { env?: Record<string, string>; anyCore?: boolean } = {},
) {
  const server = await startServer({
    folder,
    env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...env },
  })
  if (!anyCore) pin(server.pid)
  const { token } = await signIn(server.url)
  await atRest(server.pid)
  return { ...server, headers: { authorization: `Bearer ${token}` } }
}

/** The same with generated applications. */
export async function startFilled(
  folder: string,
  applications: number,
  { jobs, ...how }: Parameters<typeof startAtRest>[1] & { jobs?: number } = {},
): Promise<Filled> {
  const file = join(folder, 'careers.db')
  await fill(file, applications, jobs)
  return { ...(await startAtRest(folder, how)), file }
}
