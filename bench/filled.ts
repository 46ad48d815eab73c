import { join } from 'node:path'
import { type RunningServer, signIn, startServer } from '../scripts/serve.ts'
import { fill } from './fill.ts'
import { pin } from './tools.ts'

export type Filled = RunningServer & {
  /** The path of its database. */
  file: string
  /** What an administrator's request carries. */
  headers: { authorization: string }
}

/** Foyer with so many made-up applications, on its core, its limits off, and somebody signed in. */
export async function startFilled(
  folder: string,
  applications: number,
  env: Record<string, string> = {},
): Promise<Filled> {
  const file = join(folder, 'careers.db')
  await fill(file, applications)
  const server = await startServer({
    folder,
    env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...env },
  })
  pin(server.pid)
  const { token } = await signIn(server.url)
  return { ...server, file, headers: { authorization: `Bearer ${token}` } }
}
