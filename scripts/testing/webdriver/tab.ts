/** A tab of a browser that Playwright can't drive, over either protocol. */
export type Driver = {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Calls a function, given as source, in the page or in its only iframe. */
  call(source: string, args: unknown[], inFrame?: boolean): Promise<unknown>
  /** Clicks the element that the function returns. */
  click(source: string, args: unknown[]): Promise<void>
  /** Selects a file in the file input that the function returns. */
  choose(source: string, args: unknown[], file: string): Promise<void>
  /** Types into the focused element, one key per character. */
  press(keys: string, inFrame?: boolean): Promise<void>
  close(): Promise<void>
}

/** Codes of keys without a character, the same in both protocols. */
export const key = { escape: '\uE00C', enter: '\uE007', tab: '\uE004' }

/** The default timeout, in ms. */
const patience = 15_000

/** Finds a control by its label or an element by its text. Runs in the page. */
function find(kind: 'field' | 'button' | 'text', name: string): Element | undefined {
  const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element: Element) =>
    (
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ''
    ).trim()
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(visible)
  if (kind === 'text')
    return all('body *').findLast((element) => element.textContent?.includes(name))
  const selector =
    kind === 'button' ? 'button, a, summary' : 'input, textarea, select, [role=textbox]'
  return all(selector).find((element) => nameOf(element).startsWith(name))
}

/** Waits for and finds elements by label and text, as Playwright does. */
export class Tab {
  readonly driver: Driver
  constructor(driver: Driver) {
    this.driver = driver
  }

  goto = (url: string) => this.driver.goto(url)

  run<T, Args extends unknown[]>(work: (...args: Args) => T, ...args: Args) {
    return this.driver.call(String(work), args) as Promise<Awaited<T>>
  }
  runInFrame<T, Args extends unknown[]>(work: (...args: Args) => T, ...args: Args) {
    return this.driver.call(String(work), args, true) as Promise<Awaited<T>>
  }

  /** Throws an error that names `what` if it doesn't become true in time. */
  async until(what: string, holds: () => Promise<unknown>) {
    const deadline = Date.now() + patience
    let error: unknown
    while (Date.now() < deadline) {
      try {
        if (await holds()) return
      } catch (thrown) {
        // The script fails while the page is navigating.
        error = thrown
      }
      await new Promise((next) => setTimeout(next, 50))
    }
    throw new Error(`${what}: not within ${patience / 1000} s`, { cause: error })
  }

  sees = (text: string) =>
    this.until(`'${text}' to be seen`, () => this.#finds('text', text, false))
  seesInFrame = (text: string) =>
    this.until(`'${text}' to be seen in the frame`, () => this.#finds('text', text, true))
  gone = (text: string) =>
    this.until(`'${text}' to be gone`, async () => !(await this.#finds('text', text, false)))
  has = (text: string) => this.#finds('text', text, false)

  async click(kind: 'field' | 'button', name: string) {
    await this.until(`the ${kind} '${name}'`, () => this.#finds(kind, name, false))
    await this.driver.click(String(find), [kind, name])
  }
  async type(field: string, text: string) {
    await this.click('field', field)
    await this.driver.press(text)
  }
  value = (field: string) =>
    this.driver.call(`(...args) => (${find})(...args)?.value`, ['field', field])
  choose = (field: string, file: string) => this.driver.choose(String(find), ['field', field], file)
  press = (keys: string) => this.driver.press(keys)
  pressInFrame = (keys: string) => this.driver.press(keys, true)

  #finds = (kind: string, name: string, inFrame: boolean) =>
    this.driver.call(`(...args) => Boolean((${find})(...args))`, [kind, name], inFrame)
}
