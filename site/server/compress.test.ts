import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

const html = `<!doctype html><p>${'A page. '.repeat(500)}</p>`
const page = (headers: Record<string, string> = {}, text = html) =>
  new Response(text, { status: 400, headers: { 'Content-Type': 'text/html', ...headers } })

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a page for a client that accepts %s is sent as %s', async (accepted, name, unpack) => {
  const { status, headers, body } = await compress(page({ 'Cache-Control': 'no-store' }), accepted)
  expect([status, headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([
    400,
    name,
    'Accept-Encoding',
  ])
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  expect(bytes.length).toBeLessThan(html.length / 10)
  expect(unpack(bytes).toString()).toBe(html)
})

test.each([
  ['a client that accepts nothing', page(), undefined],
  ['a page with a secret', page({ 'Cache-Control': 'no-store, no-transform' }), 'br'],
  ['a short page', page({}, '<p>Short</p>'), 'br'],
  ['a file', page({ 'Content-Type': 'application/zip' }), 'br'],
])('%s gets it as it is', async (_, response, accepted) => {
  const { headers, body } = await compress(response, accepted)
  expect(headers.has('Content-Encoding')).toBe(false)
  expect(await new Response(body).text()).toMatch(/^<!doctype html>|^<p>Short/)
})
