import { expect, test } from 'vitest'
import { changesOf, type EditBase, valuesOf } from './edit-values.ts'

const base: EditBase = {
  first_name: 'Mira',
  last_name: 'Novak',
  email: 'mira@example.com',
  phone: null,
  status: 'pending',
  notes: '',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('only what was changed is saved', () => {
  expect(changesOf({ ...valuesOf(base), phone: null, notes: '<p>Call</p>' }, base)).toEqual({
    notes: '<p>Call</p>',
  })
  expect(changesOf({ ...valuesOf(base), phone: null }, base)).toEqual({})
})
