import { type Load, load } from './load.ts'
import { printTable } from './table.ts'
import { median, residentMemory } from './tools.ts'

export type Options = { seconds: number; rounds: number }

export type Row = {
  name: string
  url: string
  /** Of the process that does the work. */
  pid: number
  headers?: Record<string, string>
  /** What is asked, as a script of wrk; without one the address is read. */
  script?: string
  /** The name of the row whose requests per second count as 1. */
  reference: string
  /** As it is printed. */
  aim?: string
}

type Result = Load & { row: Row; memory: number; ratio: number; byProcessor: number }

/** The rows one after the other, and that several times: what disturbs the machine disturbs all of them. */
async function measure(rows: Row[], { seconds, rounds }: Options) {
  const loads = new Map(rows.map(({ name }) => [name, [] as Load[]]))
  for (let round = 0; round < rounds; round++)
    for (const { name, url, ...how } of rows) {
      // So that none is measured while it is still being compiled.
      if (!round) await load(url, { ...how, seconds: 1 })
      loads.get(name)?.push(await load(url, { ...how, seconds }))
    }
  return loads
}

/** Medians; a ratio is the median of the ratios within a round. */
function summarise(rows: Row[], loads: Map<string, Load[]>): Result[] {
  return rows.map((row) => {
    const own = loads.get(row.name) ?? []
    const others = loads.get(row.reference) ?? []
    const of = (field: keyof Load) => median(own.map((one) => one[field]))
    return {
      ...{ row, memory: residentMemory(row.pid) },
      ...{ rps: of('rps'), p50: of('p50'), p99: of('p99'), bytes: of('bytes'), cpu: of('cpu') },
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
  ...['requests/s', 'p50 ms', 'p99 ms', 'bytes', 'MB'],
  ...['core µs', 'ratio', 'ratio of core µs', 'aim'],
]

/** Measures the rows and prints them; `what` stands above their names. */
export async function compare(what: string, rows: Row[], options: Options): Promise<void> {
  const results = summarise(rows, await measure(rows, options))
  printTable([what, ...headings], results.map(cells))
}
