type Key = 'Enter' | 'Escape'

/** A tab of a browser that Playwright can't drive, through either library. */
export type Driver = {
  goto(url: string): Promise<unknown>
  /** Calls a function, given as source, in the page or in its only iframe. */
  call(source: string, args: unknown[], inFrame?: boolean): Promise<unknown>
  /** Clicks the element that the function returns. */
  click(source: string, args: unknown[]): Promise<void>
  /** Selects a file in the file input that the function returns. */
  choose(source: string, args: unknown[], file: string): Promise<void>
  /** Types into the focused element, one key per character. */
  type(text: string, inFrame?: boolean): Promise<void>
  press(key: Key, inFrame?: boolean): Promise<void>
  close(): Promise<void>
}

/** The default timeout, in ms. */
const patience = 60_000

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
  // Puppeteer's own wait for a load event, which a page from the back/forward cache doesn't have.
  back = () => this.run(() => history.back())
  async reload() {
    await this.run(() => {
      Object.assign(window, { isOld: true })
      location.reload()
    })
    await this.until('the page to be reloaded', () =>
      this.run(() => !('isOld' in window) && document.readyState === 'complete'),
    )
  }

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
    await this.driver.type(text)
  }
  typeInFrame = (text: string) => this.driver.type(text, true)
  value = (field: string) =>
    this.driver.call(`(...args) => (${find})(...args)?.value`, ['field', field])
  choose = (field: string, file: string) => this.driver.choose(String(find), ['field', field], file)
  press = (key: Key) => this.driver.press(key)
  pressInFrame = (key: Key) => this.driver.press(key, true)

  #finds = (kind: string, name: string, inFrame: boolean) =>
    this.driver.call(`(...args) => Boolean((${find})(...args))`, [kind, name], inFrame)
}
