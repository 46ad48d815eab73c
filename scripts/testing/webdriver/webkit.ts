import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, By, error, Key, type WebElement } from 'selenium-webdriver'
import { findProgram } from './programs.ts'
import { type Driver, Tab } from './tab.ts'

// Its types name a folder, which `import` can't load.
const { DriverService }: typeof import('selenium-webdriver/remote') = createRequire(
  import.meta.url,
)('selenium-webdriver/remote')

/** A virtual screen: WebKitGTK has no headless mode. */
async function startScreen() {
  const options = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  process.once('exit', () => screen.kill())
  const [display] = await once(screen.stdio[3]!, 'data')
  return { display: `:${String(display).trim()}`, stop: () => screen.kill() }
}

/** In ms. */
const patience = 60_000

/**
 * Clicks once the element can be clicked: WebDriver refuses one that is still scrolled into view
 * (https://www.w3.org/TR/webdriver2/#element-click), where Playwright waits. Refused, it did nothing.
 */
async function clickAtRest(find: () => Promise<WebElement>) {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await (await find()).click()
    } catch (refused) {
      if (!(refused instanceof error.ElementNotInteractableError) || Date.now() > deadline)
        throw refused
      await pause(50)
    }
  }
}

/** WebKitGTK's MiniBrowser. The driver's path is given: Selenium would download one. */
export async function openWebKit(): Promise<Tab> {
  const screen = await startScreen()
  const service = new DriverService.Builder(findProgram('WebKitWebDriver')!)
    .setLoopback(true)
    .setEnvironment({ ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11' })
    .build()
  const browser = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: findProgram('MiniBrowser'),
        args: ['--automation'],
      },
    })
    .build()

  async function within<T>(inFrame: boolean, work: () => Promise<T>) {
    if (!inFrame) return work()
    await browser.switchTo().frame(browser.findElement(By.css('iframe')))
    try {
      return await work()
    } finally {
      await browser.switchTo().defaultContent()
    }
  }
  /** The driver loses the answer of a script whose page is replaced; `until` calls again. */
  async function call<T>(source: string, args: unknown[]) {
    const answer = browser.executeScript<T>(`return (${source})(...arguments)`, ...args)
    answer.catch(() => {})
    const limit = AbortSignal.timeout(10_000)
    const lost = once(limit, 'abort').then(() => {
      throw new Error('No answer from the page')
    })
    return Promise.race([answer, lost])
  }
  const element = (source: string, args: unknown[]) => call<WebElement>(source, args)
  const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE }
  const driver: Driver = {
    goto: (url) => browser.get(url),
    call: (source, args, inFrame = false) => within(inFrame, () => call(source, args)),
    click: (source, args) => clickAtRest(() => element(source, args)),
    choose: async (source, args, file) => (await element(source, args)).sendKeys(file),
    type: (text, inFrame = false) =>
      within(inFrame, () => browser.actions().sendKeys(text).perform()),
    press: (key, inFrame = false) =>
      within(inFrame, () => browser.actions().sendKeys(keys[key]).perform()),
    async close() {
      await browser.quit().catch(() => {})
      await service.kill()
      screen.stop()
    },
  }
  return new Tab(driver)
}
