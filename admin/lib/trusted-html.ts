import { escapeHtml } from '#api/http/contract/text.ts'
import { isRichText } from '#api/rich-text/contract/rich-text-form.ts'

const rules = { createHTML: (html: string) => (isRichText(html) ? html : escapeHtml(html)) }

type Factory = { createPolicy(name: string, given: typeof rules): typeof rules }
const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** The one policy of Trusted Types that is ours; the page's header names it. Browsers without them get the same text. */
const policy = trustedTypes?.createPolicy('foyer', rules) ?? rules

/** Rich text as the browser may parse it: what is not of the server's form is shown as text, tags and all. */
export const trusted = (html: string): string => policy.createHTML(html)
