import type { Locator } from 'playwright-core'

/** The parts of a page that screen readers jump between, by role and name; without content. */
export const ariaOutline = async (part: Locator) =>
  (await part.ariaSnapshot())
    .split('\n')
    .map((line) => line.trim().replace(/:$/, ''))
    .filter((line) =>
      /^- (heading|link|button|textbox|checkbox|combobox|group|alert|status|term|region|form)/.test(
        line,
      ),
    )
