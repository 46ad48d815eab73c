import { escapeHtml } from '#api/core/http/contract/text.ts'

/** Drops what XML 1.0 cannot represent (§2.2): control characters and halves of pairs. */
const representable = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')

/** Escapes text for XML. */
export const xmlText = (text: string) => escapeHtml(representable(text))

/** Text as a CDATA section; two where it has the end of one. */
export const xmlData = (text: string) =>
  `<![CDATA[${representable(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An XML response, or 503 when `body` is null. */
export const xmlResponse = (type: string, body: string | null) =>
  body === null
    ? new Response('Please try again in a moment.', {
        status: 503,
        headers: { 'Retry-After': '5' },
      })
    : new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
        headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
      })
