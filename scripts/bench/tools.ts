import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** What a measurement needs beside Node, and the Debian package that has it. */
const packages: Record<string, string> = {
  nginx: 'nginx-light',
  wrk: 'wrk',
  taskset: 'util-linux',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
}

/** Those of the tools that are not there, each with the package to install. */
export const missing = (tools: string[]) =>
  tools
    .filter((tool) => spawnSync('which', [tool]).status !== 0)
    .map((tool) => `${tool} (apt install ${packages[tool]})`)

/** Server and load have one core each, where there are two. */
export const cores = availableParallelism() > 1 ? { server: '0', load: '1' } : null

/** The process stays on the core of the servers, with every thread it has. */
export function pin(pid: number) {
  if (cores) execFileSync('taskset', ['-a', '-p', '-c', cores.server, String(pid)])
}

function memory(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(status) ?? []
  return Number(kilobytes) / 1024
}

/** In MB, what the process keeps in memory. */
export const residentMemory = (pid: number) => memory(pid, 'VmRSS')

/** In MB, the most that it ever kept. */
export const peakMemory = (pid: number) => memory(pid, 'VmHWM')

/** In seconds, what the process has used of its core since it was started. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the name, which may hold anything: fields 14 and 15, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
