import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../../../scripts/testing/serve.ts'

export type ScenarioContext = {
  folder: string
  /** Starts a server with its data in the folder, or one below it. */
  start(env?: Record<string, string>, below?: string): Promise<RunningServer>
  /** Mounts a tmpfs of this size at a new folder. */
  disk(name: string, megabytes: number): string
  /** Registers cleanup, run in reverse order even after a failure. */
  atEnd(work: () => unknown): void
}

const usual = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

/** Runs a scenario in a temporary folder and cleans up. */
export async function withScenarioContext<T>(
  work: (context: ScenarioContext) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-faults-'))
  const endings: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const atEnd = (ending: () => unknown) => void endings.push(ending)
  try {
    return await work({
      folder,
      atEnd,
      async start(env = {}, below = '.') {
        const server = await startServer({
          folder: join(folder, below),
          env: { ...usual, ...env },
        })
        atEnd(server.kill)
        return server
      },
      disk(name, megabytes) {
        const path = join(folder, name)
        mkdirSync(path, { recursive: true })
        root('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)
        atEnd(() => root('umount', '--lazy', path))
        return path
      },
    })
  } finally {
    for (const ending of endings.reverse()) await ending()
  }
}

/** Runs a command that needs root. */
export function root(command: string, ...args: string[]) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`)
}
