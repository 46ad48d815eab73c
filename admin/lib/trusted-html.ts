import { escapeHtml } from '#api/core/http/contract/text.ts'
import { withDirections } from '#api/core/rich-text/contract/directions.ts'
import { isRichText } from '#api/core/rich-text/contract/rich-text-form.ts'
import { withSitePaths } from './site-address.ts'

/** Whether HTML is in the sanitizer's output format. */
export type IsForm = (html: string) => boolean

const rules = {
  createHTML(html: string, isForm: IsForm = isRichText, use: 'edit' | 'show' = 'edit') {
    if (!isForm(html)) return escapeHtml(html)
    return use === 'show' ? withDirections(withSitePaths(html)) : html
  },
}

type Factory = { createPolicy(name: string, given: typeof rules): typeof rules }
const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** Our only Trusted Types policy; named in the CSP. Other browsers apply the same rules. */
const policy = trustedTypes?.createPolicy('foyer', rules) ?? rules

/** Rich text that is safe to parse; anything not in the sanitizer's output format is escaped. */
export const trusted = (html: string, isForm?: IsForm): string => policy.createHTML(html, isForm)

/** The same, to be shown: links and pictures of this site lead there. */
export const shown = (html: string, isForm?: IsForm): string =>
  policy.createHTML(html, isForm, 'show')
