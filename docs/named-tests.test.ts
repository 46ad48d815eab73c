import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = ['README.md', 'DECISIONS.md', ...globSync('docs/*.md')]
const named = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/`([^`\s]+\/[^`\s]+\.(?:test|e2e)\.tsx?)`/g)].map(
    ([, file = '']) => ({ document, file }),
  ),
)

const containsTest = (file: string) =>
  existsSync(file) && /^\s*(?:test|it)(?:\.\w+)*\(/m.test(readFileSync(file, 'utf8'))

test('every test file that a document names exists and contains a test', () => {
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter(({ file }) => !containsTest(file))).toEqual([])
})
