import { expect, test } from 'vitest'
import { cookieFor, isOwnSuccess, withApplicationCookie } from './application-cookie.ts'

const candidate_url = 'https://careers.example.com/application/Zk3-_a'

test('the cookie reaches only /application, no script and no other site', () => {
  expect(cookieFor(candidate_url)).toBe(
    'application=Zk3-_a; Path=/application; Max-Age=3600; SameSite=Lax; HttpOnly',
  )
  expect(cookieFor(candidate_url, true)).toMatch(/; Secure; HttpOnly$/)
  expect(cookieFor(undefined)).toBeUndefined()
})

test('the receipt of an application sets the cookie and stays as it was', async () => {
  const receipt = { id: 1, candidate_url }
  const response = await withApplicationCookie(Response.json(receipt, { status: 201 }))
  expect(response.headers.get('Set-Cookie')).toContain('application=Zk3-_a;')
  expect([response.status, await response.json()]).toEqual([201, receipt])
})

test.each([
  ['/application/success?jobId=1&jobTitle=Baker', 'theme=dark; application=Zk3-_a', true],
  ['/application/success', 'application=Zk3-_a', true],
  ['/application/success?jobId=1', 'other_application=Zk3', false],
  ['/application/success?jobId=1', undefined, false],
  ['/jobs?x=/application/success', 'application=Zk3-_a', false],
])('%s with the cookies %s is rendered for its candidate: %s', (url, cookies, expected) => {
  expect(isOwnSuccess(url, cookies)).toBe(expected)
})

test('a refused application sets none', async () => {
  const response = await withApplicationCookie(Response.json({ error: 'No' }, { status: 400 }))
  expect(response.headers.get('Set-Cookie')).toBeNull()
})
