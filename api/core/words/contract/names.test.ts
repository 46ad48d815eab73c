import { expect, test } from 'vitest'
import { catalogs, languages } from '../contract.ts'
import { loadWords } from './load.ts'
import { languageNames, languageOf, languagesOf } from './names.ts'

test('each language with a catalog has a name, and can be loaded alone', async () => {
  expect(Object.keys(languageNames).sort()).toEqual(Object.keys(languages).sort())
  for (const [catalog, words] of Object.entries(catalogs))
    expect(await loadWords(catalog)).toEqual({ language: catalog.slice(0, 2), words })
  expect((await loadWords('xx')).language).toBe('en')
})

test('languagesOf has the main language first, each once, and none without a catalog', () => {
  expect(languagesOf({ site_language: 'de', site_languages: 'en,de,xx,fr' })).toEqual([
    ...['de', 'en', 'fr'],
  ])
  expect(languagesOf({ site_language: 'xx', site_languages: '' })).toEqual(['en'])
  expect(['de', 'DE', '', 'toString'].map(languageOf)).toEqual(['de', 'en', 'en', 'en'])
})
