import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from '../testing/serve.ts'

/** What a server that was started with `METRICS_PORT` tells of itself; NaN for what it does not. */
export async function metric(server: RunningServer, series: string): Promise<number> {
  const [address] = /http:\S+\/metrics/.exec(server.output()) ?? []
  const lines = (await (await fetch(address ?? '')).text()).split('\n')
  const line = lines.find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? Number.NaN)
}

const megabytes = (pid: number, field: string) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}

/** In MB: the most memory that the process ever had. */
export const peakOf = ({ pid }: RunningServer) => megabytes(pid, 'VmHWM')

/** Memory in MB, descriptors, and MB of the database's log, just now. */
export const sizesOf = ({ pid }: RunningServer, folder: string) => ({
  memory: megabytes(pid, 'VmRSS'),
  files: readdirSync(`/proc/${pid}/fd`).length,
  log: Math.round(statSync(join(folder, 'careers.db-wal')).size / 1_048_576),
})
