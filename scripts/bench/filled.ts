import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, signIn, startServer } from '../testing/serve.ts'
import { fill } from './fill.ts'
import { pin, processorTime } from './tools.ts'

export type Filled = RunningServer & {
  /** The path of its database. */
  file: string
  /** What an administrator's request carries. */
  headers: { authorization: string }
}

/** After its start a server renders its 2,000 pages: nothing is measured before it is done. */
async function atRest(pid: number) {
  for (let used = 1; used > 0.03; ) {
    const before = processorTime(pid)
    await pause(1000)
    used = processorTime(pid) - before
  }
}

/** Foyer with so many made-up applications, on its core unless `anyCore`, its limits off, and somebody signed in. */
export async function startFilled(
  folder: string,
  applications: number,
  { env = {}, anyCore = false }: { env?: Record<string, string>; anyCore?: boolean } = {},
): Promise<Filled> {
  const file = join(folder, 'careers.db')
  await fill(file, applications)
  const server = await startServer({
    folder,
    env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...env },
  })
  if (!anyCore) pin(server.pid)
  const { token } = await signIn(server.url)
  await atRest(server.pid)
  return { ...server, file, headers: { authorization: `Bearer ${token}` } }
}
