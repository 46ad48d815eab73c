import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { themes } from '../../../db/enums.ts'
import { findChromium } from '../../../scripts/chromium.mjs'
import { launchChromium } from '../../../scripts/testing/browser.ts'
import { type RunningServer, signIn, startServer } from '../../../scripts/testing/serve.ts'
import { publishLook } from '../../publish-look.ts'
import { startChild } from '../kit/child.ts'
import { lighthouse4G, measureLoad, type PageLoad } from '../kit/page-load.ts'
import { wireBytes } from '../kit/rows.ts'
import { printTable } from '../kit/table.ts'
import { median, missing } from '../kit/tools.ts'

const cells = (name: string, own: PageLoad[], reference: PageLoad[]) => {
  const of = (field: keyof PageLoad) => median(own.map((one) => one[field]))
  const later = median(own.map(({ lcp }, round) => lcp - (reference[round]?.lcp ?? Number.NaN)))
  return [
    name,
    of('lcp').toFixed(0),
    later.toFixed(0),
    of('shift').toFixed(3),
    of('blocking').toFixed(0),
    of('script').toFixed(0),
    of('bytes').toFixed(0),
  ]
}

const headings = ['page', 'LCP ms', '- reference', 'shift', 'blocking ms', 'script bytes', 'bytes']
const paths = ['/jobs', '/', '/jobs/1/apply', '/page/about']

/** Measures pages on a throttled phone against a static copy of the list: medians of 5 rounds. */
export async function browser() {
  if (!findChromium())
    return console.log(`Not measured: the browser. There is no ${missing(['chromium']).join()}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-browser-'))
  const foyer = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
  const file = join(folder, 'jobs.gz')
  await writeFile(file, await wireBytes(`${foyer.url}/jobs`))
  const reference = await startChild('bare.ts', file)
  const chromium = await launchChromium()
  const rows = new Map([
    ['reference: the list as one file', { url: reference.url, loads: [] as PageLoad[] }],
    ...paths.map((path) => [path, { url: foyer.url + path, loads: [] as PageLoad[] }] as const),
  ])
  try {
    for (let round = 0; round < 5; round++)
      for (const { url, loads } of rows.values()) loads.push(await measureLoad(chromium, url))
    await measureThemes(chromium, foyer)
  } finally {
    await chromium.close()
    await reference.stop()
    await foyer.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const [first] = rows.values()
  printTable(
    headings,
    [...rows].map(([name, { loads }]) => cells(name, loads, first?.loads ?? [])),
  )
}

/** Home with logo, hero picture and two font families, in each look. */
async function measureThemes(chromium: Browser, { url }: RunningServer) {
  const { token } = await signIn(url)
  const rows: string[][] = []
  for (const look of themes) {
    await publishLook({ url, token }, look)
    const loads: PageLoad[] = []
    for (let round = 0; round < 5; round++)
      loads.push(await measureLoad(chromium, url, { network: lighthouse4G }))
    const of = (field: keyof PageLoad) => median(loads.map((one) => one[field]))
    rows.push([look, of('lcp').toFixed(0), of('shift').toFixed(4), of('bytes').toFixed(0)])
  }
  printTable(['Home with pictures', 'LCP ms', 'shift', 'bytes'], rows)
  console.log("Aims: 1,800 ms, 0 (Lighthouse's Slow 4G).")
}
