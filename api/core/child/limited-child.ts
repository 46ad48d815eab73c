import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A program of ours that reads what others sent, in a process that is killed when it takes too much.
 * It gets one line of JSON on its input, prints one, and exits when its input closes.
 */
type LimitedChild = {
  /** What `node` is called with. */
  args: string[]
  env?: Record<string, string | undefined>
  /** Sent to the child. */
  job: unknown
  /** Seconds of CPU time, as a busy machine is not the file's fault; four times as many by the clock. */
  seconds: number
  /** Resident memory in MB. Only where there is /proc. */
  memory: number
  niceness: number
  /** Kills the child. */
  signal?: AbortSignal
}

/** The line that the child printed, or why it printed nothing. `crashed` has its last output. */
type ChildEnd =
  | { line: string }
  | { ended: 'too slow' | 'too large' | 'stopped' }
  | { crashed: string }

export async function runLimited({
  args,
  env,
  job,
  seconds,
  memory,
  niceness,
  signal,
}: LimitedChild): Promise<ChildEnd> {
  if (signal?.aborted) return { ended: 'stopped' }
  const child = start(args, niceness, env)
  let killed: 'too slow' | 'too large' | undefined
  const kill = (reason: typeof killed) => {
    killed ??= reason
    child.kill('SIGKILL')
  }
  const stop = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })
  const deadline = setTimeout(() => kill('too slow'), seconds * 4000)
  const meter = setInterval(() => {
    if (residentMegabytes(child) > memory) kill('too large')
    else if (cpuSeconds(child) > seconds) kill('too slow')
  }, 100)
  try {
    const { line, errors, exit } = await converse(child, job)
    if (signal?.aborted) return { ended: 'stopped' }
    if (killed) return { ended: killed }
    // The kernel ends this process first when memory runs out.
    if (exit === 'SIGKILL') return { ended: 'too large' }
    return line ? { line } : { crashed: `The child process ended with ${exit}: ${errors}` }
  } finally {
    clearTimeout(deadline)
    clearInterval(meter)
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * Limits the address space as a backstop, offers the child to the kernel first when memory runs
 * out, and gives way to the server.
 */
function start(given: string[], niceness: number, env: LimitedChild['env']): ChildProcess {
  const node = [process.execPath, ...given]
  const limited = `ulimit -v 2500000; { echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; exec nice -n ${niceness} "$@"`
  const [command = '', ...args] =
    process.platform === 'linux' ? ['/bin/sh', '-c', limited, 'sh', ...node] : node
  return spawn(command, args, {
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** More than any child of ours prints. */
const maxPrinted = 2_000_000

/** Its input stays open: the child exits when it closes, so also when this process dies. */
async function converse(child: ChildProcess, job: unknown) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      texts[name] = (texts[name] + text).slice(-maxPrinted)
    })
  const exit = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(String(signal ?? code)))
  })
  // A child that died before reading closes its end; its exit tells why.
  child.stdin!.on('error', () => {}).write(`${JSON.stringify(job)}\n`)
  return { exit: await exit, line: texts.stdout, errors: texts.stderr.slice(-2000).trim() }
}

/** 0 where there is no /proc, and once the child is gone. */
function residentMegabytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** All threads of the child (proc_pid_stat(5), fields 14 and 15); 0 as above. */
function cpuSeconds({ pid }: ChildProcess): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) / 100
  } catch {
    return 0
  }
}
