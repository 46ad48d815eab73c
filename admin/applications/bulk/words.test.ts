import { expect, test } from 'vitest'
import { effects } from './words.ts'

test('the effects of a decision say how many candidates get an untranslated text', () => {
  const preview = {
    total: 4,
    first: [],
    step_name: null,
    unchanged: 0,
    emails: 4,
    held: 0,
    interviews: 0,
    untranslated: [
      { language: 'de', instead: 'en' as const, candidates: 2 },
      { language: 'fr', instead: 'en' as const, candidates: 1 },
    ],
  }
  expect(effects(preview, { action: 'status', status: 'rejected' }).slice(2)).toEqual([
    '2 candidates get the English text: there is no German one.',
    '1 candidate gets the English text: there is no French one.',
  ])
})
