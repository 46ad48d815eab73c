import { escapeHtml } from '#api/http/contract/text.ts'

/** Text for an XML element or attribute. Control characters cannot be written in XML 1.0 at all (§2.2). */
export const xmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  escapeHtml(text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))

/** An answer of XML, or 503 when what it is made of could not be read. */
export const xmlResponse = (type: string, body: string | null) =>
  body === null
    ? new Response('Please try again in a moment.', {
        status: 503,
        headers: { 'Retry-After': '5' },
      })
    : new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, {
        headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
      })
