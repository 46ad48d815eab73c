import { expect, test } from 'vitest'
import { languages } from '../contract.ts'
import { loadWords } from './load.ts'
import { languageNames, languageOf, languagesOf } from './names.ts'

test('each language with a catalog has a name, and can be loaded alone', async () => {
  expect(Object.keys(languageNames).sort()).toEqual(Object.keys(languages).sort())
  for (const [language, words] of Object.entries(languages))
    expect(await loadWords(language)).toEqual({ language, words })
  expect((await loadWords('xx')).language).toBe('en')
})

test('languagesOf has the main language first, each once, and none without a catalog', () => {
  expect(languagesOf({ site_language: 'de', site_languages: 'en,de,xx,fr' })).toEqual([
    ...['de', 'en', 'fr'],
  ])
  expect(languagesOf({ site_language: 'xx', site_languages: '' })).toEqual(['en'])
  expect(['de', 'DE', '', 'toString'].map(languageOf)).toEqual(['de', 'en', 'en', 'en'])
})
