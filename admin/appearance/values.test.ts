import { expect, test } from 'vitest'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { changedSince, changeOf, messagesOf, only, valuesOf } from './values.ts'

const row = { ...defaultAppearance, is_draft: false, published_at: null, updated_at: null }

test('the changed fields of hero and look become one request', () => {
  const base = valuesOf(row)
  const values = { ...base, look: 'warm' as const, headline: 'Bread', focal: { x: 1, y: 2 } }
  const changed = changedSince(base, values)
  expect(changed).toEqual(['look', 'headline', 'focal'])
  expect(changeOf(only(values, changed))).toEqual({
    look: 'warm',
    hero: { headline: 'Bread', focal: { x: 1, y: 2 } },
  })
  expect(changedSince(base, { ...base })).toEqual([])
})

test.each([
  ['example.com/jobs', 'https://example.com/jobs'],
  ['/jobs', '/jobs'],
  ['jobs please', 'jobs please'],
])('a button link typed as %s is sent as %s', (typed, sent) => {
  expect(changeOf({ button_url: typed })).toEqual({ hero: { button_url: sent } })
})

test('messages are found by field, also within hero', () => {
  expect(
    messagesOf([
      { path: ['hero', 'focal', 'x'], message: 'Must be 0 to 100' },
      { path: ['icon'], message: 'Choose another.' },
      { path: ['nothing'], message: 'Unknown' },
    ]),
  ).toEqual({ focal: 'Must be 0 to 100', icon: 'Choose another.' })
})
