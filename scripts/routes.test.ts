import { expect, test } from 'vitest'
import { runScript } from './run-script.ts'

test('npm run routes lists each route with its access and summary, sorted by address', async () => {
  const { out } = await runScript('routes.ts', [])
  const lines = out.trimEnd().split('\n')
  const addresses = lines.map((line) => line.split(/ +/)[1] ?? '')
  expect(addresses).toEqual(addresses.toSorted((a, b) => a.localeCompare(b)))
  expect(lines).toContainEqual(
    expect.stringMatching(/^POST +\/api\/applications\/submit +everyone +Apply for a job$/),
  )
  expect(lines).toContainEqual(
    expect.stringMatching(/^GET +\/api\/users +manage_users +List users/),
  )
})
