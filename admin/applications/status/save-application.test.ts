import { expect, test } from 'vitest'
import type { Application } from '../queries.ts'
import { contested } from './save-application.ts'

const base = { updated_at: '2026-01-01T00:00:00.000Z', status: 'pending', notes: '' } as const
const current = (change: Partial<Application>) => ({ ...base, ...change }) as Application

test('changes to different fields do not conflict', () => {
  expect(contested({ status: 'rejected' }, base, current({ notes: '<p>Call back</p>' }))).toEqual(
    [],
  )
})

test('different values for the same field conflict', () => {
  expect(contested({ status: 'rejected' }, base, current({ status: 'selected' }))).toEqual([
    'status',
  ])
})

test('equal values for the same field do not conflict', () => {
  expect(contested({ status: 'rejected' }, base, current({ status: 'rejected' }))).toEqual([])
})
