import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

type Rounds = { url: string; what: 'alerts' | 'renewals'; at: number }

function startRounds({ url, what, at }: Rounds) {
  const script = path.join(import.meta.dirname, 'mail-rounds.ts')
  const child = spawn(process.execPath, [...process.execArgv, script, url, what, String(at)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const isReady = once(lines, 'line')
  /** Resolves with how it ended. `killedIn`: the number of the round in which it is killed. */
  async function run(killedIn?: number): Promise<unknown> {
    let rounds = 0
    lines.on('line', () => {
      rounds += 1
      if (rounds === killedIn) child.kill('SIGKILL')
    })
    child.stdin.end('go\n')
    const [code, signal] = await ended
    return signal ?? code
  }
  return { isReady, run }
}

/**
 * Queues the emails that are due in four processes at once, and kills three of them (`kill -9`) in
 * their first rounds. Returns how each ended, that of the fourth last.
 */
export async function killedRounds(rounds: Rounds): Promise<unknown[]> {
  const all = Array.from({ length: 4 }, () => startRounds(rounds))
  await Promise.all(all.map(({ isReady }) => isReady))
  return Promise.all(all.map(({ run }, n) => run([1, 2, 3][n])))
}
