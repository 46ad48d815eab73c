import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** External tools and their Debian packages. */
const packages: Record<string, string> = {
  nginx: 'nginx-light',
  wrk: 'wrk',
  taskset: 'util-linux',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
}

/** The tools that are not installed, each with its package. */
export const missing = (tools: string[]) =>
  tools
    .filter((tool) => spawnSync('which', [tool]).status !== 0)
    .map((tool) => `${tool} (apt install ${packages[tool]})`)

/** One core each for server and load, where there are two. */
export const cores = availableParallelism() > 1 ? { server: '0', load: '1' } : null

/** Pins all threads of the process to a core. */
export function pin(pid: number, core = cores?.server) {
  if (core) execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)])
}

function memory(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(status) ?? []
  return Number(kilobytes) / 1024
}

/** Resident memory in MB. */
export const residentMemory = (pid: number) => memory(pid, 'VmRSS')

/** Lets `peakMemory` begin again (proc_pid_clear_refs(5)). */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Peak resident memory in MB. */
export const peakMemory = (pid: number) => memory(pid, 'VmHWM')

/** CPU time of the process in seconds. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // proc_pid_stat(5): fields 14 and 15, in 1/100 s; the name before them may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Starts a visitor on the other core; the returned function ends it, returns latencies in ms. */
export async function visit(url: string): Promise<() => Promise<{ p99: number; max: number }>> {
  const path = fileURLToPath(new URL('visitor.ts', import.meta.url))
  const node = [process.execPath, path, url]
  const [command = '', ...rest] = cores ? ['taskset', '-c', cores.load, ...node] : node
  const visitor = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(visitor.stdout, 'data')
  return async () => {
    visitor.kill()
    const [line] = await once(visitor.stdout, 'data')
    return JSON.parse(String(line))
  }
}
