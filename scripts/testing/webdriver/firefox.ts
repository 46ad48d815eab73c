import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { findProgram } from './programs.ts'
import { type Driver, Tab } from './tab.ts'

/** Firefox, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram('firefox-esr')!,
    defaultViewport: { width: 1000, height: 900 },
  })
  const page = await browser.newPage()
  const frameOf = (inFrame: boolean) => (inFrame ? page.frames().at(-1)! : page.mainFrame())
  const expression = (source: string, args: unknown[]) => `(${source})(...${JSON.stringify(args)})`
  // Objects of the browser, such as a DOMRect, arrive as JSON makes them.
  const asJson = (value: string) => `(async () => JSON.stringify({ value: await ${value} }))()`
  async function element(source: string, args: unknown[]) {
    const found = (await page.evaluateHandle(expression(source, args))).asElement()
    if (!found) throw new Error(`No element: ${args.join(' ')}`)
    return found as ElementHandle<HTMLInputElement>
  }
  const driver: Driver = {
    goto: (url) => page.goto(url),
    async call(source, args, inFrame = false) {
      const json = await frameOf(inFrame).evaluate(asJson(expression(source, args)))
      return (JSON.parse(String(json)) as { value: unknown }).value
    },
    click: async (source, args) => (await element(source, args)).click(),
    choose: async (source, args, file) => (await element(source, args)).uploadFile(file),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  }
  return new Tab(driver)
}
