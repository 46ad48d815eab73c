import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const path = /^(?:api|admin|site|db|scripts|lab|docs|deploy|\.ci)\/[\w./[\]-]*$/

/** Files that a reader is told to create. */
const toCreate = /\/departments\b|\/NNNN$|^api\/core\/words\/contract\/de\.ts$/

test('every path of the repository that a document names exists', () => {
  const documents = globSync(['*.md', '{docs,lab}/**/*.md'])
  const named = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([^`\s]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => path.test(text) && !toCreate.test(text))
      .map((text) => ({ file, text })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ text }) => !existsSync(text))).toEqual([])
})
