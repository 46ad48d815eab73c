import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languages } from './contract.ts'

type Part = string | readonly string[] | { [key: string]: Part }

/** Every word with its path; a list or a plural text is one word. */
const list = (part: Part, path: string[] = []): [string, Part][] =>
  typeof part === 'string' || Array.isArray(part) || 'other' in part
    ? [[path.join('.'), part]]
    : Object.entries(part).flatMap(([key, inner]) => list(inner, [...path, key]))

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = ['api', 'site', 'admin/ui/editor']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.(?:test|e2e))\.(?:tsx?|astro)$/.test(file))
  .filter((file) => !/^api\/words\/contract\/[a-z]{2}\.ts$/.test(file))
  // Words by the value of a column are under its values.
  .concat('db/enums.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

/** `words.a.key` or `words().a.key`, also where `words` is a part of the catalog; or the quoted name of a key. */
const isUsed = (key: string) =>
  new RegExp(`[wW]ords(\\(\\))?(\\??\\.\\w+)*\\??\\.${key}\\b|'${key}'`).test(sources)

test('every word of the catalog is used', () => {
  const keys = list(languages.en).map(([path]) => path)
  expect(keys.filter((path) => !isUsed(path.split('.').at(-1) ?? ''))).toEqual([])
})

const placeholders = (word: Part) => [...new Set(JSON.stringify(word).match(/\{\w+\}/g))].sort()

describe.each(Object.entries(languages))('the catalog %s', (_, words) => {
  const english = new Map(list(languages.en))

  test.each(list(words))('%s has the placeholders of the English one', (path, word) => {
    expect(placeholders(word)).toEqual(placeholders(english.get(path) ?? ''))
  })
})
