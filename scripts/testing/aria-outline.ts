import type { Locator } from 'playwright-core'

/** The parts of a page that screen readers move between, by role and name; without texts and values. */
export const ariaOutline = async (part: Locator) =>
  (await part.ariaSnapshot())
    .split('\n')
    .map((line) => line.trim().replace(/:$/, ''))
    .filter((line) =>
      /^- (heading|link|button|textbox|checkbox|combobox|group|alert|status|term|region|form)/.test(
        line,
      ),
    )
