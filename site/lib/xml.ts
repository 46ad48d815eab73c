import { escapeHtml } from '#api/core/http/contract/text.ts'

/** Escapes text for XML and drops control characters, which XML 1.0 cannot represent (§2.2). */
export const xmlText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
  escapeHtml(text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))

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
