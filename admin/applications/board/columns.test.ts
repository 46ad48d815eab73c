import { expect, test } from 'vitest'
import { byColumn, columnsOf, placeBeside } from './columns.ts'
import { idOfColumn } from './queries.ts'

const call = { id: 1, name: 'Phone call', status: 'pending' as const }
const offer = { id: 2, name: 'Offer', status: 'shortlisted' as const }
const trial = { id: 3, name: 'Trial', status: 'pending' as const, job_title: 'Baker' }

const ids = (...given: Parameters<typeof columnsOf>) => columnsOf(...given).map(idOfColumn)

test('columns are the statuses, each followed by its steps, also those of jobs that hold any', () => {
  expect(ids('all', [], [])).toEqual(['pending', 'shortlisted', 'rejected', 'selected'])
  expect(ids('all', [call, offer], [call, trial])).toEqual([
    'pending',
    'step-1',
    'step-3',
    'shortlisted',
    'step-2',
    'rejected',
    'selected',
  ])
  expect(ids('shortlisted', [call, offer], [trial])).toEqual(['shortlisted', 'step-2'])
})

test('a status with steps leaves out what is in one; without any it asks for all', () => {
  const [pending, , , rejected] = columnsOf('all', [call], [])
  expect([pending, rejected]).toEqual([{ status: 'pending', step: 'none' }, { status: 'rejected' }])
})

test('a card is in one column: that of the place it is in by now', () => {
  const columns = columnsOf('all', [call], [])
  const card = (id: number, step_id: number | null, status = call.status) => ({
    id,
    status,
    step_id,
  })
  const cards = byColumn(columns, [card(1, null), card(2, 1), card(2, 1), card(3, 9)])
  expect(cards.get('step-1')).toEqual([card(2, 1)])
  // Its step has no column: it is not lost.
  expect(cards.get('pending')).toEqual([card(1, null), card(3, 9)])
})

test('beside a place are the next status or step and the one before', () => {
  const places = columnsOf('all', [call, offer], [])
  const beside = (status: typeof call.status | 'selected', step_id: number | null) =>
    ([-1, 1] as const).map((side) => {
      const place = placeBeside(places, { status, step_id }, side)
      return place && idOfColumn(place)
    })
  expect(beside('pending', null)).toEqual([undefined, 'step-1'])
  expect(beside('pending', 1)).toEqual(['pending', 'shortlisted'])
  expect(beside('selected', null)).toEqual(['rejected', undefined])
  // In a step that its job no longer has.
  expect(beside('pending', 9)).toEqual(['pending', 'step-1'])
})
