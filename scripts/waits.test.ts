import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A pause of 10 ms or more, whatever happens meanwhile. */
const wait =
  /await (?:(?:pause|sleep|setTimeout)\(|new Promise(?:<\w+>)?\(.*setTimeout\(\w+, )[\d_]{2,}\)|\.waitForTimeout\(/
const reason = /^\s*\/\/ (?:Proves absence|Time passes): /

const tests = globSync(
  '{admin,api,db,docs,lab,scripts,site}/**/*.{test.ts,test.tsx,http.ts,e2e.ts}',
)

// What happens is polled for; only what must not happen, or what takes time, can be waited for.
test('each fixed wait of a test has its reason on the line above', () => {
  expect(tests.length).toBeGreaterThan(400)
  const waits = tests
    .filter((file) => !file.includes('node_modules') && file !== 'scripts/waits.test.ts')
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n')
      return lines.flatMap((line, at) =>
        wait.test(line) ? [{ place: `${file}:${at + 1}`, above: lines[at - 1] ?? '' }] : [],
      )
    })
  expect(waits.length).toBeGreaterThan(10)
  expect(waits.filter(({ above }) => !reason.test(above)).map(({ place }) => place)).toEqual([])
})
