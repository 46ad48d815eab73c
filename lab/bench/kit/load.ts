import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cores, processorTime } from './tools.ts'

const run = promisify(execFile)

export type Load = {
  /** Requests answered per second. */
  rps: number
  /** Latency in ms. */
  p50: number
  p99: number
  /** Per response, with headers. */
  bytes: number
  /** CPU time of the server per response, in µs. */
  cpu: number
}

const inMs = (text: string) =>
  Number.parseFloat(text) * (text.endsWith('us') ? 0.001 : text.endsWith('ms') ? 1 : 1000)

const inBytes = (text: string) =>
  Number.parseFloat(text) * ({ K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[text.at(-2) ?? ''] ?? 1)

type How = {
  /** The server's process. */
  pid: number
  seconds: number
  headers?: Record<string, string>
  /** Path of a wrk script in Lua. */
  script?: string
}

/**
 * Runs wrk with one thread and 32 keep-alive connections. Throws when a response was not 2xx.
 */
export async function load(
  url: string,
  { pid, seconds, headers = {}, script }: How,
): Promise<Load> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const asked = script ? ['-s', script, url] : [url]
  const wrk = ['wrk', '-t1', '-c32', `-d${seconds}s`, '--latency', ...sent, ...asked]
  const [command = '', ...rest] = cores ? ['taskset', '-c', cores.load, ...wrk] : wrk
  const before = processorTime(pid)
  const { stdout } = await run(command, rest)
  const used = processorTime(pid) - before
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? ''
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`${url} was not always answered:\n${stdout}`)
  const requests = Number(find(/(\d+) requests in/))
  return {
    rps: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50: inMs(find(/^ +50% +(\S+)/m)),
    p99: inMs(find(/^ +99% +(\S+)/m)),
    bytes: inBytes(find(/requests in \S+, (\S+) read/)) / requests,
    cpu: (used / requests) * 1e6,
  }
}
