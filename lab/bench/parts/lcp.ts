import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { themes } from '../../../db/enums.ts'
import { findChromium } from '../../../scripts/chromium.mjs'
import { launchChromium } from '../../../scripts/testing/browser.ts'
import { signIn, startServer } from '../../../scripts/testing/serve.ts'
import { publishLook } from '../../publish-look.ts'
import { startChild } from '../kit/child.ts'
import type { Options } from '../kit/compare.ts'
import { lighthouse4G, measureLoad, type PageLoad } from '../kit/page-load.ts'
import { printTable } from '../kit/table.ts'
import { median, missing } from '../kit/tools.ts'

const viewport = { width: 390, height: 844 }
const pages = { Home: '/', list: '/jobs', job: '/jobs/1/apply' }
/** Of the LCP to that of the plain file: the limit, and what we aim at. */
const limit = 1.5
const aim = 1.3

/** The page's text and links in the browser's own style: no style sheet, font, image or script. */
async function plainFile(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage({ viewport })
  await page.goto(url)
  const body = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    const unwanted = 'script, style, template, svg, picture, img, video, iframe, link'
    for (const element of copy.querySelectorAll(unwanted)) element.remove()
    for (const element of copy.querySelectorAll('*'))
      for (const { name } of [...element.attributes])
        if (name !== 'href') element.removeAttribute(name)
    return copy.innerHTML
  })
  await page.close()
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Plain</title>' +
    `<style>body{font-family:sans-serif}</style>${body}</html>`
  )
}

/** LCP of Home, list and job beside a plain file with the same text, in each theme of the demo. */
export async function lcp({ rounds }: Options) {
  if (!findChromium())
    return console.log(`Not measured: LCP. There is no ${missing(['chromium']).join()}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-lcp-'))
  const foyer = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
  const chromium = await launchChromium()
  const rows: string[][] = []
  const measure = async (name: string, path: string) => {
    const url = foyer.url + path
    const file = join(folder, 'plain.gz')
    await writeFile(file, gzipSync(await plainFile(chromium, url), { level: 9 }))
    const plain = await startChild('bare.ts', file)
    const loads = { own: [] as PageLoad[], plain: [] as PageLoad[] }
    const how = { network: lighthouse4G, viewport }
    try {
      // The first load also warms the server up; it doesn't count.
      for (let round = 0; round <= Math.max(5, rounds); round++) {
        const pair = [
          await measureLoad(chromium, plain.url, how),
          await measureLoad(chromium, url, how),
        ] as const
        if (!round) continue
        loads.plain.push(pair[0])
        loads.own.push(pair[1])
      }
    } finally {
      await plain.stop()
    }
    const of = (list: PageLoad[], field: 'lcp' | 'shift' | 'bytes' | 'script') =>
      median(list.map((load) => load[field]))
    const ratio = of(loads.own, 'lcp') / of(loads.plain, 'lcp')
    rows.push([
      name,
      of(loads.plain, 'lcp').toFixed(0),
      of(loads.own, 'lcp').toFixed(0),
      ratio > limit ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2),
      of(loads.own, 'shift').toFixed(3),
      of(loads.own, 'script').toFixed(0),
      of(loads.own, 'bytes').toFixed(0),
    ])
  }
  try {
    const { token } = await signIn(foyer.url)
    for (const theme of themes) {
      await publishLook({ url: foyer.url, token }, theme)
      for (const [name, path] of Object.entries(pages)) await measure(`${theme}: ${name}`, path)
    }
  } finally {
    await chromium.close()
    await foyer.stop()
    await rm(folder, { recursive: true, force: true })
  }
  printTable(['page', 'plain file, ms', 'LCP ms', 'ratio', 'shift', 'script bytes', 'bytes'], rows)
  console.log(`Limit: ${limit}, aim: ${aim}. Shift: 0. Scripts without a form: 0.`)
}
