import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Why strace can't attach to a process here; undefined if it can. */
export function withoutStrace() {
  if (process.getuid?.() !== 0) return 'strace needs root here'
  const { status } = spawnSync('strace', ['-V'])
  return status === 0 ? undefined : 'there is no strace (Debian: apt install strace)'
}

/**
 * Attaches strace to all threads of a process. `stop` detaches and returns the log: one system call
 * per line in order of time, with the path of each descriptor.
 */
export async function follow(pid: number, folder: string, ...options: string[]) {
  const file = join(folder, 'strace.log')
  const args = ['-f', '-y', '-s', '100', '-o', file, ...options, '-p', String(pid)]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const deadline = Date.now() + 5_000
  while (!said.includes('attached')) {
    if (strace.exitCode !== null || Date.now() > deadline) throw new Error(`strace: ${said}`)
    await sleep(10)
  }
  return {
    async stop() {
      const ended = once(strace, 'exit')
      strace.kill('SIGINT')
      await ended
      return readFile(file, 'utf8')
    },
  }
}
