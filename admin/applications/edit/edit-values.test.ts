import { expect, test } from 'vitest'
import { changesOf, type EditBase, rebase, valuesOf } from './edit-values.ts'

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

test('rebase keeps typed fields and takes the rest from the newer row', () => {
  const typed = { ...valuesOf(base), notes: '<p>Mine</p>' }
  const current = { ...base, status: 'rejected', notes: '<p>Theirs</p>' } as const
  expect(rebase(typed, base, current)).toEqual({
    values: { ...valuesOf(base), status: 'rejected', notes: '<p>Mine</p>' },
    theirs: { notes: '<p>Theirs</p>' },
  })
})

test('two people who typed the same have nothing to settle', () => {
  const typed = { ...valuesOf(base), last_name: 'Novák' }
  expect(rebase(typed, base, { ...base, last_name: 'Novák' }).theirs).toEqual({})
})
