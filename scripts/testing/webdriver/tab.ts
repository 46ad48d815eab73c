/** One tab of a browser that Playwright cannot drive: what the two protocols have in common. */
export type Driver = {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Calls a function, given as source, in the page or in its one iframe. */
  call(source: string, args: unknown[], inFrame?: boolean): Promise<unknown>
  /** Clicks the element that the function returns. */
  click(source: string, args: unknown[]): Promise<void>
  /** Puts a file into the file input that the function returns. */
  choose(source: string, args: unknown[], file: string): Promise<void>
  /** Presses keys, one per character, in whatever has the focus. */
  press(keys: string, inFrame?: boolean): Promise<void>
  close(): Promise<void>
}

/** Of keys without a character, in both protocols. */
export const key = { escape: '\uE00C', enter: '\uE007', tab: '\uE004' }

/** How long something may take to appear, in ms. */
const patience = 15_000

/** What a person can find: a control by its label, an element by its text. Runs in the page. */
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
  const selector = kind === 'button' ? 'button, a' : 'input, textarea, select, [role=textbox]'
  return all(selector).find((element) => nameOf(element).startsWith(name))
}

/** Finds by label and text, and waits, as Playwright does. */
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

  /** Throws, saying what, when it does not become true. */
  async until(what: string, holds: () => Promise<unknown>) {
    const deadline = Date.now() + patience
    let error: unknown
    while (Date.now() < deadline) {
      try {
        if (await holds()) return
      } catch (thrown) {
        // A page that is being left has nothing to ask.
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
