import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Load, load } from './load.ts'
import { type Row, startAll } from './rows.ts'
import { printTable } from './table.ts'
import { median, missing, residentMemory } from './tools.ts'

export type Options = { seconds: number; rounds: number }

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
  row.aim ? `≥ ${row.aim}` : '',
]

const headings = [
  ...['page', 'requests/s', 'p50 ms', 'p99 ms', 'bytes', 'MB'],
  ...['core µs', 'ratio', 'ratio of core µs', 'aim'],
]

/** What a page costs, beside nginx with the same bytes and a bare server of Node. */
export async function pages(options: Options) {
  const absent = missing(['wrk', 'nginx', 'taskset'])
  if (absent.length)
    return console.log(`Not measured: public pages. There is no ${absent.join(', no ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const all = await startAll(folder)
  try {
    await pause(5000)
    const idle = residentMemory(all.foyer.pid)
    const results = summarise(all.rows, await measure(all.rows, options))
    printTable(headings, results.map(cells))
    const loaded = residentMemory(all.foyer.pid)
    console.log(
      `Foyer keeps ${idle.toFixed(0)} MB when idle (aim: 110), ${loaded.toFixed(0)} MB after this (aim: 200).`,
    )
  } finally {
    await all.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
