import type { Browser, Page } from 'playwright-core'

export type PageLoad = {
  lcp: number
  shift: number
  blocking: number
  script: number
  bytes: number
}

/** 'Slow 4G' of Chromium's developer tools, in ms and bytes per second. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 188_743,
  uploadThroughput: 86_400,
}

/** 'Slow 4G' of Lighthouse. */
export const lighthouse4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 96_000,
}

/** Runs in the page before its own scripts; records performance entries. */
function watch() {
  const seen = { lcp: 0, shift: 0, blocking: 0 }
  Object.assign(window, { seen })
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  observe('layout-shift', ({ value = 0 }) => {
    seen.shift += value
  })
  observe('longtask', ({ duration }) => {
    seen.blocking += duration - 50
  })
}

/** Counts compressed bytes received, in total and for scripts. */
async function countBytes(page: Page, network: typeof slow4G) {
  const line = await page.context().newCDPSession(page)
  const count = { script: 0, bytes: 0 }
  const scripts = new Set<string>()
  await line.send('Network.enable')
  line.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    count.bytes += encodedDataLength
    if (scripts.has(requestId)) count.script += encodedDataLength
  })
  await line.send('Network.emulateNetworkConditions', network)
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return count
}

const phone = { width: 412, height: 823 }

/** Loads the page once, with nothing in the cache. */
export async function measureLoad(
  browser: Browser,
  url: string,
  { network = slow4G, viewport = phone } = {},
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const count = await countBytes(page, network)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1500)
  const seen = await page.evaluate(() => (window as unknown as { seen: PageLoad }).seen)
  await context.close()
  return { ...seen, ...count }
}
