import { basePath } from '#api/core/environment/env.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import { inline } from './inline.ts'
import { withLanguage } from './language-paths.ts'

/**
 * Prefetches a page when its link is hovered or touched
 * (https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules).
 * Excludes Home, which may be large, and all staff pages.
 */
const rules = (prefix: Language | undefined) =>
  inline(
    JSON.stringify({
      prefetch: [
        {
          where: {
            and: [
              {
                href_matches: ['/jobs', '/jobs/*/apply', '/page/*'].map(
                  (path) => basePath + withLanguage(path, prefix),
                ),
              },
              // Links within the current page.
              { not: { selector_matches: '[href^="#"]' } },
            ],
          },
          eagerness: 'moderate',
        },
      ],
    }),
  )

const known = new Map<Language | undefined, ReturnType<typeof rules>>()

/** The rules for the pages of a language. */
export function rulesIn(prefix: Language | undefined) {
  const found = known.get(prefix) ?? rules(prefix)
  known.set(prefix, found)
  return found
}

/**
 * Cross-fades between public pages. Clicks during the transition go to the new page. The title of
 * the job whose link has focus, as when it was clicked, becomes that of the job's page, and back:
 * one name, because two elements that share one skip the transition.
 */
export const transition = inline(
  '@media(prefers-reduced-motion:no-preference){' +
    '@view-transition{navigation:auto}' +
    '::view-transition{pointer-events:none}' +
    '::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:.15s}' +
    ':is(.card:focus-within .title,.rows li:focus-within :is(h2,h3) a,.job-title){view-transition-name:job-title}' +
    '::view-transition-group(job-title){animation-duration:.25s}' +
    '}',
)

/** A second navigation during the transition ends it, which is no error to report. */
export const quietTransition = inline(
  "addEventListener('pageswap',event=>event.viewTransition?.ready.catch(()=>{}))",
)
