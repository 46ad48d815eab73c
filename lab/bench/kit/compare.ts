import { type Load, load } from './load.ts'
import { printTable } from './table.ts'
import { median, residentMemory } from './tools.ts'

export type Options = { seconds: number; rounds: number }

export type Row = {
  name: string
  url: string
  /** The process that serves the requests. */
  pid: number
  headers?: Record<string, string>
  /** Path of a wrk script; GETs the URL by default. */
  script?: string
  /** The name of the row whose requests per second count as 1. */
  reference: string
  aim?: string
}

type Result = Load & { row: Row; memory: number; ratio: number; byProcessor: number }

/** Alternates between the rows, so that noise on the machine affects all of them. */
async function measure(rows: Row[], { seconds, rounds }: Options) {
  const loads = new Map(rows.map(({ name }) => [name, [] as Load[]]))
  for (let round = 0; round < rounds; round++)
    for (const { name, url, ...how } of rows) {
      // Warm-up for the JIT compiler.
      if (!round) await load(url, { ...how, seconds: 1 })
      loads.get(name)?.push(await load(url, { ...how, seconds }))
    }
  return loads
}

/** Medians over the rounds; ratios are computed per round first. */
function summarize(rows: Row[], loads: Map<string, Load[]>): Result[] {
  return rows.map((row) => {
    const own = loads.get(row.name) ?? []
    const others = loads.get(row.reference) ?? []
    const of = (field: keyof Load) => median(own.map((one) => one[field]))
    return {
      row,
      memory: residentMemory(row.pid),
      rps: of('rps'),
      p50: of('p50'),
      p99: of('p99'),
      bytes: of('bytes'),
      cpu: of('cpu'),
      ratio: median(own.map(({ rps }, round) => rps / (others[round]?.rps ?? Number.NaN))),
      byProcessor: median(own.map(({ cpu }, round) => (others[round]?.cpu ?? Number.NaN) / cpu)),
    }
  })
}

const cells = ({ row, ...result }: Result) => [
  row.name,
  result.rps.toFixed(0),
  result.p50.toFixed(2),
  result.p99.toFixed(2),
  result.bytes.toFixed(0),
  result.memory.toFixed(0),
  result.cpu.toFixed(1),
  result.ratio.toFixed(result.ratio < 0.1 ? 3 : 2),
  result.byProcessor.toFixed(result.byProcessor < 0.1 ? 3 : 2),
  row.aim ?? '',
]

const headings = [
  'requests/s',
  'p50 ms',
  'p99 ms',
  'bytes',
  'MB',
  'core µs',
  'ratio',
  'ratio of core µs',
  'aim',
]

/** Measures the rows and prints them; `what` is the heading of the first column. */
export async function compare(what: string, rows: Row[], options: Options): Promise<void> {
  const results = summarize(rows, await measure(rows, options))
  printTable([what, ...headings], results.map(cells))
}
