import { basePath } from '#api/core/environment/env.ts'
import { inline } from './inline.ts'

/**
 * Prefetches a page when its link is hovered or touched
 * (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules).
 * Excludes Home, which may be large, and all staff pages.
 */
export const rules = inline(
  JSON.stringify({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: ['/jobs', '/jobs/*/apply', '/page/*'].map((path) => basePath + path) },
            // Links within the current page.
            { not: { selector_matches: '[href^="#"]' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  }),
)

/** Cross-fades between public pages. Clicks during the transition go to the new page. */
export const transition = inline(
  '@media(prefers-reduced-motion:no-preference){' +
    '@view-transition{navigation:auto}' +
    '::view-transition{pointer-events:none}' +
    '::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:.15s}' +
    '}',
)

/** A second navigation during the transition ends it, which is no error to report. */
export const quietTransition = inline(
  "addEventListener('pageswap',event=>event.viewTransition?.ready.catch(()=>{}))",
)
