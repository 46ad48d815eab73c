import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sameClock } from './testing/serve.ts'

/** Runs a command of this folder like npm, in `cwd`, with only `env` in its environment. */
export async function runScript(
  script: string,
  args: string[],
  { cwd = process.cwd(), env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const file = (name: string) => path.join(import.meta.dirname, name)
  const node = ['--import', file('drizzle-modules.mjs'), file(script), ...args]
  const child = spawn(process.execPath, node, {
    cwd,
    // Reading the same modules again takes a third of the time.
    env: { ...sameClock(), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([
    ...([text(child.stdout), text(child.stderr)] as const),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { out, err, code }
}
