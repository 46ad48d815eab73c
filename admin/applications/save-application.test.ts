import { expect, test } from 'vitest'
import type { Application } from './queries.ts'
import { contested } from './save-application.ts'

const base = { updated_at: '2026-01-01T00:00:00.000Z', status: 'pending', notes: '' } as const
const current = (change: Partial<Application>) => ({ ...base, ...change }) as Application

test('what a colleague did to another field is no conflict', () => {
  expect(contested({ status: 'rejected' }, base, current({ notes: '<p>Call back</p>' }))).toEqual(
    [],
  )
})

test('two people setting the same field to different values is one', () => {
  expect(contested({ status: 'rejected' }, base, current({ status: 'selected' }))).toEqual([
    'status',
  ])
})

test('two people wanting the same is none', () => {
  expect(contested({ status: 'rejected' }, base, current({ status: 'rejected' }))).toEqual([])
})
