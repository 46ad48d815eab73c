import { expect, test } from 'vitest'
import { erasedName, erasedNow, parseErased, restorable } from './erased.ts'

const [id, other] = ['0a'.repeat(16), '0b'.repeat(16)]
const rule = (day: string, of = id) => ({ id: of, cause: 'rule' as const, day })

test.each(['candidate', 'staff', 'rule'] as const)('an entry caused by %s is its name', (cause) => {
  const [entry] = erasedNow([id], cause)
  expect(parseErased(erasedName(entry!))).toEqual({
    id,
    cause,
    day: new Date().toISOString().slice(0, 10),
  })
})

test.each([id, `${id}.rule`, `${id}.other.2026-11-25`, `${id}.rule.2026-11-25.tmp`])(
  'the name %s has no cause, so it is never restorable',
  (name) => {
    expect(parseErased(name)).toEqual({ id: name, cause: null, day: null })
    expect(restorable([parseErased(name)])).toEqual([])
  },
)

test('what a rule erased in the last 30 days is restorable, and nothing else', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const recent = [rule('2026-10-26'), rule('2026-11-25', other)]
  expect(restorable(recent, now)).toEqual(recent)
  expect(restorable([rule('2026-10-25')], now)).toEqual([])
  for (const cause of ['candidate', 'staff'] as const)
    expect(restorable([{ ...rule('2026-11-25'), cause }], now)).toEqual([])
})

test('an application that was erased for another cause as well is not restorable', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const listed = [rule('2026-11-24'), { id, cause: 'candidate' as const, day: '2026-11-25' }]
  expect(restorable(listed, now)).toEqual([])
  expect(restorable([...listed].reverse(), now)).toEqual([])
  expect(restorable([rule('2026-11-24'), { id, cause: null, day: null }], now)).toEqual([])
})
