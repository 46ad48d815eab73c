import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const text = readFileSync(join(import.meta.dirname, 'security.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .map(([ids = '', state = '', what = '', shown = '']) => ({ ids, state, what, shown }))

describe('Each row of the verification standard', () => {
  test('has a known state and a description, and a number of its own', () => {
    expect(rows.length).toBeGreaterThan(55)
    const states = ['yes', 'partly', 'no', 'operator']
    expect(rows.filter(({ state, what }) => !states.includes(state) || !what)).toEqual([])
    const ids = rows.flatMap((row) => row.ids.split(', '))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('names the files of its tests when it holds', () => {
    const isTestFile = (place: string) => /^`[^`]+\.(?:test|e2e|http)\.tsx?`$/.test(place)
    const held = rows.filter(({ state }) => state === 'yes' || state === 'partly')
    expect(held.filter(({ shown }) => !shown.split('<br>').every(isTestFile))).toEqual([])
  })

  test('that does not hold is listed under Known gaps', () => {
    const gaps = text.split('## Known gaps')[1]?.split('\n## ')[0] ?? ''
    const missing = rows.filter(({ state, ids }) => state === 'no' && !gaps.includes(ids))
    expect(missing.map(({ ids }) => ids)).toEqual([])
  })
})
