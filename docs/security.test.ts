import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultOf } from '../scripts/test-titles.ts'

const text = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .map(([ids = '', state = '', what = '', shown = '']) => ({ ids, state, what, shown }))

describe('Each row of the verification standard', () => {
  test('says what holds, or that it does not', () => {
    expect(rows.length).toBeGreaterThan(55)
    const states = ['yes', 'partly', 'no', 'operator']
    expect(rows.filter(({ state, what }) => !states.includes(state) || !what)).toEqual([])
    const ids = rows.flatMap((row) => row.ids.split(', '))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test.each(rows.filter(({ state }) => state === 'yes' || state === 'partly'))(
    '$ids is shown by tests that are there: $what',
    ({ shown }) => {
      expect(shown.split('<br>').map(faultOf).filter(Boolean)).toEqual([])
    },
  )

  test('that does not hold stands among the gaps as well', () => {
    const gaps = text.split('## Known gaps')[1]?.split('\n## ')[0] ?? ''
    const missing = rows.filter(({ state, ids }) => state === 'no' && !gaps.includes(ids))
    expect(missing.map(({ ids }) => ids)).toEqual([])
  })
})
