import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyFor, withOwnPolicy, withPolicyInside } from './policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'self'; frame-ancestors 'none'; script-src 'self' ${hash('here()')} ${hash('elsewhere()')}; style-src 'self' ${hash('a{}')} ${hash('b{}')};`
const html = '<html><head><meta charset="utf-8"><style>a{}</style></head><script>here()</script>'

it('policyFor keeps only the hashes of inline elements on the page', () => {
  expect(policyFor(policy, html)).toBe(
    `default-src 'self'; frame-ancestors 'none'; script-src 'self' ${hash('here()')}; style-src 'self' ${hash('a{}')};`,
  )
})

it('policyFor never adds the hash of an injected script', () => {
  expect(policyFor(policy, `${html}<script>stolen()</script>`)).not.toContain(hash('stolen()'))
})

it.each([
  '<meta content="Search: <script">',
  '<meta content="<style>">',
  "<a title='<script>'></a>",
  '<input value="it\'s <script src=x>">',
  "<!-- it's <script> -->",
])('policyFor keeps the hashes of a page with %s', (tag) => {
  const page = html.replace('<style>', `${tag}<style>`)
  expect(policyFor(policy, page)).toBe(policyFor(policy, html))
})

it('withPolicyInside puts the policy after the charset, without frame-ancestors', () => {
  const inside = withPolicyInside(html, policyFor(policy, html))
  expect(inside).toMatch(
    /^<html><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'self'; script-src/,
  )
  expect(inside).not.toContain('frame-ancestors')
})

it('withOwnPolicy keeps status and page, and leaves other types alone', async () => {
  const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
  const page = await withOwnPolicy(new Response(html, { status: 400, headers }))
  expect([page.status, await page.text()]).toEqual([400, html])
  expect(page.headers.get('content-security-policy')).toBe(policyFor(policy, html))
  const json = { ...headers, 'content-type': 'application/json' }
  const other = await withOwnPolicy(new Response('{}', { headers: json }))
  expect(other.headers.get('content-security-policy')).toBe(policy)
})
