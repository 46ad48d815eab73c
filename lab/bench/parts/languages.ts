import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../../scripts/testing/serve.ts'
import { staffCalls } from '../../../scripts/testing/staff-calls.ts'
import type { Options } from '../kit/compare.ts'
import { printTable } from '../kit/table.ts'
import { median, pin, processorTime } from '../kit/tools.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const request = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' }
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${url}`))
      response.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })

/** Seconds of CPU that the process needs for as many responses. */
async function cpuOf({ url, pid }: { url: string; pid: number }, count: number, atATime: number) {
  const before = processorTime(pid)
  let left = count
  const ask = async () => {
    while (left-- > 0) await request(url)
  }
  await Promise.all(Array.from({ length: atATime }, ask))
  return processorTime(pid) - before
}

type Row = { name: string; path: string; site: Site; to: Site; as: string; aim: string }
type Site = 'one' | 'four' | 'before'

const cached: Omit<Row, 'aim'>[] = ['/', '/jobs', '/jobs/1/apply'].map((path) => ({
  name: `cached /de${path === '/' ? '' : path}`,
  path: `/de${path === '/' ? '' : path}`,
  site: 'four',
  to: 'four',
  as: path,
}))

/** Only the canonical address is cached, so these are rendered for each request. */
const rendered = ['/jobs/1/%61pply', '/page/%61bout']

/** The build of an earlier version: the path of its dist/server/entry.mjs. */
const earlier = process.env.BEFORE

function rowsOfRendering(path: string): Row[] {
  const row = (site: Site, prefix: string, to: Site): Row => ({
    name: `rendered ${prefix}${path}, ${site === 'one' ? 'one language' : 'four languages'}${to === 'before' ? ', as before' : ''}`,
    path: prefix + path,
    site,
    to,
    as: path,
    aim: '≤ 1.1',
  })
  return [
    row('four', '', 'one'),
    row('four', '/de', 'one'),
    ...(earlier ? [row('one', '', 'before')] : []),
  ]
}

/**
 * The CPU time of pages on a site in four languages beside that of one in one language, which has the
 * same job and page; with `BEFORE`, the latter beside an earlier version.
 */
export async function languages({ rounds }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-languages-'))
  const servers = new Map<Site, Awaited<ReturnType<typeof startServer>>>()
  const start = async (site: Site, program?: string) => {
    const own = join(folder, site)
    await mkdir(own)
    const env = { SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMITS: 'off' }
    const cwd = program && join(program, '../../..')
    const server = await startServer({
      folder: own,
      env,
      ...(program && cwd && { program, cwd }),
    })
    servers.set(site, server)
    pin(server.pid)
    return server
  }
  try {
    await start('one')
    const call = staffCalls(await start('four'))
    if (earlier) await start('before', earlier)
    await call('PUT', '/settings/key/site_languages', { value: 'de,es,fr' })
    // As long as the original, so that only the language differs.
    const job = await call('GET', '/jobs/1')
    await call('PUT', '/jobs/1/translations/de', {
      title: job.title,
      description: job.description,
      ...(job.requirements && { requirements: job.requirements }),
      published: true,
    })
    const rows = [
      ...cached.map((row) => ({ ...row, aim: '≤ 1.05' })),
      ...rendered.flatMap(rowsOfRendering),
    ]
    const table: string[][] = []
    for (const { name, path, site, to, as, aim } of rows) {
      const isCached = site === to
      // Renders side by side would be refused as too many.
      const [count, atATime] = isCached ? [5_000, 8] : [150, 1]
      const at = (which: Site, of: string) => {
        const { url, pid } = servers.get(which)!
        return { url: url + of, pid }
      }
      const [own, other] = [at(site, path), at(to, as)]
      // Warm-up for the JIT compiler.
      for (const one of [own, other]) await cpuOf(one, count / 2, atATime)
      const pairs: { own: number; other: number }[] = []
      for (let round = 0; round < Math.max(5, rounds); round++) {
        const [first, second] = round % 2 ? [other, own] : [own, other]
        const times = [await cpuOf(first, count, atATime), await cpuOf(second, count, atATime)]
        if (round % 2) times.reverse()
        pairs.push({ own: times[0]!, other: times[1]! })
      }
      const ms = (seconds: number) => ((seconds * 1000) / count).toFixed(3)
      table.push([
        name,
        ms(median(pairs.map(({ own }) => own))),
        ms(median(pairs.map(({ other }) => other))),
        median(pairs.map(({ own, other }) => own / other)).toFixed(2),
        aim,
      ])
    }
    printTable(['CPU of a response, ms', 'own', 'reference', 'ratio', 'aim'], table)
  } finally {
    agent.destroy()
    for (const server of servers.values()) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
