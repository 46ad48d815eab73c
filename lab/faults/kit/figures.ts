import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from '../../../scripts/testing/serve.ts'

/** A metric of a server started with `METRICS_PORT`; NaN if absent. */
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

/** Peak resident memory in MB. */
export const peakOf = ({ pid }: RunningServer) => megabytes(pid, 'VmHWM')

/** Resident memory in MB, open descriptors, and the size of the write-ahead log in MB. */
export const sizesOf = ({ pid }: RunningServer, folder: string) => ({
  memory: megabytes(pid, 'VmRSS'),
  files: readdirSync(`/proc/${pid}/fd`).length,
  log: Math.round(statSync(join(folder, 'careers.db-wal')).size / 1_048_576),
})
