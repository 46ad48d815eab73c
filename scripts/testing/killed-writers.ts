import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A POST below /api, by a visitor or with the token of a session. */
export type Planned = { path: string; key: string; json: object; token?: string }

/**
 * Starts a process that sends these requests to the API on the database at `url`, four at a time,
 * and kills it (`kill -9`) once so many were answered. Returns the status and key of each answer.
 */
export async function killedAfter(url: string, answers: number, requests: Planned[]) {
  const script = path.join(import.meta.dirname, 'fixtures/processes/writers.ts')
  const child = spawn(
    process.execPath,
    [...process.execArgv, script, url, JSON.stringify(requests)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === answers) child.kill('SIGKILL')
  }
  await ended
  return lines.map((line) => line.split(' ') as [status: string, key: string])
}
