import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#db/fixtures/free-port.ts'

/** The server finds its migrations from the working directory. */
const project = fileURLToPath(new URL('../..', import.meta.url))

/** The admin account of servers started here, unless `env` overrides it. */
export const administrator = { email: 'admin@example.com', password: 'a-password-for-tests' }

export type RunningServer = {
  /** With BASE_PATH, without a trailing slash. */
  url: string
  pid: number
  /** All output so far. */
  output(): string
  /** Sends SIGTERM. Throws if the server, which gives itself 30 seconds, runs for 40. */
  stop(): Promise<void>
  /** Sends SIGKILL (`kill -9`). */
  kill(): Promise<void>
}

/**
 * Starts the built server, or another `program`, on a free port, with its data in `folder`. Passes
 * on only `env`, so that the developer's environment doesn't influence tests. Throws with the
 * server's output if it exits or prints no address within two minutes.
 */
export async function startServer({
  folder,
  env = {},
  program = 'dist/server/entry.mjs',
  cwd = project,
}: {
  folder: string
  env?: Record<string, string>
  program?: string
  cwd?: string
}): Promise<RunningServer> {
  const server = spawn(process.execPath, [program], {
    cwd,
    env: { ...baseEnv(folder), PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => end(server, 'SIGKILL')
  const killAtExit = () => server.kill('SIGKILL')
  process.once('exit', killAtExit)
  server.once('exit', () => process.off('exit', killAtExit))
  const closed = once(server, 'close').catch(() => undefined)

  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const url = (await firstAddress(server, closed, () => output)) + (env.BASE_PATH ?? '')
    const stop = () => end(server, 'SIGTERM')
    return { url, pid: server.pid ?? 0, output: () => output, stop, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** Signs in; returns the token and user that the back office keeps in local storage. */
export async function signIn(url: string, credentials = administrator) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { token: string; user: Record<string, unknown> }
}

function baseEnv(folder: string) {
  const { PATH = '', HOME = '', TMPDIR = '', NODE_COMPILE_CACHE = '' } = process.env
  return {
    ...sameClock(),
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    // As in the systemd unit and the Docker image.
    MALLOC_ARENA_MAX: '2',
    DATABASE_URL: `file:${join(folder, 'careers.db')}`,
    STORAGE_URL: `file:${join(folder, 'resumes')}`,
    // Nothing listens there: mail stays in the outbox and is not written to files in the project.
    SMTP_URL: 'smtp://127.0.0.1:9',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
}

/** What gives a program the clock of this one, which may be a fake one (`npm run release-check`). */
export const sameClock = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && (name === 'LD_PRELOAD' || name.startsWith('FAKETIME')) ? [[name, value]] : [],
    ),
  )

/** @param closed once the output has been read to its end */
async function firstAddress(server: ChildProcess, closed: Promise<unknown>, output: () => string) {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const [url] = /https?:\/\/localhost:\d+/.exec(output()) ?? []
    if (url) return url
    if (hasEnded(server)) {
      await closed
      throw new Error(`The server ended at once:\n${output()}`)
    }
    await new Promise((next) => setTimeout(next, 10))
  }
  throw new Error(`The server printed no address:\n${output()}`)
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (hasEnded(server)) return
  // 'close', not 'exit': what it printed has then been read to its end.
  const exit = once(server, 'close', { signal: AbortSignal.timeout(40_000) })
  server.kill(signal)
  await exit.catch((cause) => {
    server.kill('SIGKILL')
    throw new Error(`The server did not end after ${signal}`, { cause })
  })
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null
