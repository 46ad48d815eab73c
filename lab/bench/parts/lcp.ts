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

const unwanted = 'script, template, svg, picture, img, video, iframe, link'

/**
 * One file with the page's text and the system's fonts: `plain` in the browser's own style, `styled`
 * with the page's style sheets. Neither has fonts, images or scripts.
 */
async function references(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport })
  await page.goto(url)
  const { body, css } = await page.evaluate((selector) => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll(`style, ${selector}`)) element.remove()
    const sheets = [...document.querySelectorAll('style')].map((style) => style.textContent)
    return { body: copy.outerHTML, css: sheets.join('') }
  }, unwanted)
  await page.close()
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Plain</title>'
  const plain = body.replace(/<(\w[\w-]*)[^>]*?( href="[^"]*")?[^>]*>/g, '<$1$2>')
  const ownStyles = css.replace(/@font-face\{[^}]*\}/g, '')
  return {
    plain: `${head}<style>body{font-family:sans-serif}</style>${plain}</html>`,
    styled: `${head}<style>${ownStyles}</style>${body}</html>`,
  }
}

/** LCP of Home, list and job beside files with the same text, in each theme of the demo. */
export async function lcp({ rounds }: Options) {
  if (!findChromium())
    return console.log(`Not measured: LCP. There is no ${missing(['chromium']).join()}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-lcp-'))
  const foyer = await startServer({ folder, env: { LOG_LEVEL: 'error' } })
  const chromium = await launchChromium()
  const rows: string[][] = []
  const measure = async (name: string, path: string) => {
    const url = foyer.url + path
    const files = await references(chromium, url)
    const serve = async (kind: keyof typeof files) => {
      const file = join(folder, `${kind}.gz`)
      await writeFile(file, gzipSync(files[kind], { level: 9 }))
      return startChild('bare.ts', file)
    }
    const [plain, styled] = [await serve('plain'), await serve('styled')]
    const sites = { plain: plain.url, styled: styled.url, own: url }
    const loads = { plain: [] as PageLoad[], styled: [] as PageLoad[], own: [] as PageLoad[] }
    try {
      // The first round also warms the servers up; it doesn't count.
      for (let round = 0; round <= Math.max(5, rounds); round++)
        for (const kind of Object.keys(sites) as (keyof typeof sites)[]) {
          const load = await measureLoad(chromium, sites[kind], { network: lighthouse4G, viewport })
          if (round) loads[kind].push(load)
        }
    } finally {
      await plain.stop()
      await styled.stop()
    }
    const of = (kind: keyof typeof loads, field: keyof PageLoad) =>
      median(loads[kind].map((load) => load[field]))
    const ratio = (kind: keyof typeof loads) => {
      const value = of('own', 'lcp') / of(kind, 'lcp')
      return value > limit ? `**${value.toFixed(2)}**` : value.toFixed(2)
    }
    rows.push([
      name,
      of('plain', 'lcp').toFixed(0),
      of('styled', 'lcp').toFixed(0),
      of('own', 'lcp').toFixed(0),
      ratio('plain'),
      ratio('styled'),
      of('own', 'shift').toFixed(3),
      of('own', 'script').toFixed(0),
      of('own', 'bytes').toFixed(0),
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
  printTable(
    [
      'page',
      'plain ms',
      'styled ms',
      'LCP ms',
      '/ plain',
      '/ styled',
      'shift',
      'script bytes',
      'bytes',
    ],
    rows,
  )
  console.log(`Limit: ${limit}, aim: ${aim}. Shift: 0. Scripts without a form: 0.`)
}
