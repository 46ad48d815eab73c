import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Why a running program can't be looked at, or be made to fail, by strace. */
export function withoutStrace() {
  if (process.getuid?.() !== 0) return 'strace needs root here'
  const { status } = spawnSync('strace', ['-V'])
  return status === 0 ? undefined : 'there is no strace (Debian: apt install strace)'
}

/**
 * Follows a running process, all threads of it, with strace. `stop` lets it go on alone and answers
 * what was seen, one system call a line in order of time, with paths in place of descriptors.
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
