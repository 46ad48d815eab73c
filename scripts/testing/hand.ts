import type { Locator, Page } from 'playwright-core'

/** How a person works a page; `count` is of clicks, or of keys that are not part of typed text. */
export type Hand = {
  press(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  count(): number
}

export function mouse(_page: Page): Hand {
  let clicks = 0
  const press = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  return {
    press,
    async type(target, text) {
      await press(target)
      await target.fill('')
      await target.pressSequentially(text)
    },
    count: () => clicks,
  }
}

/** Tab until the target has the focus; arrows within a group of radio buttons. */
export function keyboard(page: Page): Hand {
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  /** Where the focus is: 'near' is on one of the same radio buttons. */
  const focusOf = (target: Locator) =>
    target.evaluate((element) => {
      const focused = document.activeElement
      // In a frame that has not the focus, one of its elements is active all the same.
      if (focused === element && document.hasFocus()) return 'on'
      const isInGroup =
        element instanceof HTMLInputElement &&
        element.type === 'radio' &&
        focused instanceof HTMLInputElement &&
        focused.name === element.name
      return isInGroup ? 'near' : 'away'
    })
  async function reach(target: Locator) {
    await target.waitFor()
    for (let steps = 0; steps < 150; steps += 1) {
      const focus = await focusOf(target)
      if (focus === 'on') return
      await key(focus === 'near' ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`The keyboard does not reach ${target}`)
  }
  return {
    async press(target) {
      await reach(target)
      const kind = await target.evaluate((element) => element.getAttribute('type'))
      // Reached by arrows it is chosen already.
      if (kind === 'radio' && (await target.isChecked())) return
      await key(kind === 'checkbox' || kind === 'radio' ? 'Space' : 'Enter')
    },
    async type(target, text) {
      await reach(target)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    count: () => keys,
  }
}
