import { escapeHtml } from '#api/http/contract/text.ts'
import { isRichText } from '#api/rich-text/contract/rich-text-form.ts'

/** Whether HTML is in the sanitizer's output format. */
export type IsForm = (html: string) => boolean

const rules = {
  createHTML: (html: string, isForm: IsForm = isRichText) =>
    isForm(html) ? html : escapeHtml(html),
}

type Factory = { createPolicy(name: string, given: typeof rules): typeof rules }
const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** Our only Trusted Types policy; named in the CSP. Other browsers apply the same rules. */
const policy = trustedTypes?.createPolicy('foyer', rules) ?? rules

/** Rich text that is safe to parse; anything not in the sanitizer's output format is escaped. */
export const trusted = (html: string, isForm?: IsForm): string => policy.createHTML(html, isForm)
