import { createHash } from 'node:crypto'

/** Content of an inline element, and what the Content-Security-Policy calls it. */
const inline = (content: string) =>
  ({
    content,
    hash: `sha256-${createHash('sha256').update(content).digest('base64')}`,
  }) as const

/**
 * Fetches the page whose link is about to be followed: pointed at, or touched
 * (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules).
 * Not Home, which may be large, and nothing of the staff's.
 */
export const rules = inline(
  JSON.stringify({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: ['/jobs', '/jobs/*/apply', '/page/*'] },
            // They lead to another place on the page that is already here.
            { not: { selector_matches: '[href^="#"]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  }),
)

/** Two pages that both say so melt into each other. Who clicks on meanwhile clicks on the new page. */
export const transition = inline(
  '@media(prefers-reduced-motion:no-preference){' +
    '@view-transition{navigation:auto}' +
    '::view-transition{pointer-events:none}' +
    '::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:.15s}' +
    '}',
)
