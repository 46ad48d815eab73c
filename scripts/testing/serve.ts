import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Migrations are found from the working folder. */
const project = fileURLToPath(new URL('../..', import.meta.url))

/** Who can sign in on a server that was started here, unless `env` says otherwise. */
export const administrator = { email: 'admin@example.com', password: 'a-password-for-tests' }

export type RunningServer = {
  /** Without a slash at the end. */
  url: string
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Asks it to end, as an operator does. Throws if it has not ended after ten seconds. */
  stop(): Promise<void>
  /** `kill -9`: it gets no chance to finish anything. */
  kill(): Promise<void>
}

/**
 * Starts the built server, or another `program`, on a free port, with its data in `folder`. It sees
 * none of this process's environment but `env`, so that nobody's own settings decide what is tested.
 * Throws, with all the server has printed, when it ends or says no address within 20 seconds.
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
    env: { ...surroundings(folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => end(server, 'SIGKILL')
  const killAtExit = () => server.kill('SIGKILL')
  process.once('exit', killAtExit)
  server.once('exit', () => process.off('exit', killAtExit))

  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const url = await firstAddress(server, () => output)
    const stop = () => end(server, 'SIGTERM')
    return { url, pid: server.pid ?? 0, output: () => output, stop, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** The token and the person, as the back office keeps them in local storage. */
export async function signIn(url: string, credentials = administrator) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { token: string; user: Record<string, unknown> }
}

function surroundings(folder: string) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    // As the unit and the image have it.
    MALLOC_ARENA_MAX: '2',
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'careers.db')}`,
    STORAGE_URL: `file:${join(folder, 'resumes')}`,
    // Nobody listens there: mail waits in the outbox instead of becoming files in the project's folder.
    SMTP_URL: 'smtp://127.0.0.1:9',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  }
}

async function firstAddress(server: ChildProcess, output: () => string) {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const [url] = /https?:\/\/localhost:\d+/.exec(output()) ?? []
    if (url) return url
    if (hasEnded(server)) throw new Error(`The server ended at once:\n${output()}`)
    await new Promise((next) => setTimeout(next, 10))
  }
  throw new Error(`The server printed no address:\n${output()}`)
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (hasEnded(server)) return
  const exit = once(server, 'exit', { signal: AbortSignal.timeout(10_000) })
  server.kill(signal)
  await exit.catch((cause) => {
    server.kill('SIGKILL')
    throw new Error(`The server did not end after ${signal}`, { cause })
  })
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null
