import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const statement = '@layer reset, tokens, base, parts'

test('each file that fills a layer names their order first: the build may put any of them first', () => {
  const files = globSync('{admin,site}/**/*.{css,astro}').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  const layered = files.filter(({ text }) => /@layer [\w-]+ \{/.test(text))
  expect(layered.length).toBeGreaterThan(4)
  const unordered = layered.filter(
    ({ text }) =>
      !(text.indexOf(statement) >= 0 && text.indexOf(statement) < text.search(/@layer [\w-]+ \{/)),
  )
  expect(unordered.map(({ path }) => path)).toEqual([])
})
