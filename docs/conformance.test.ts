import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const text = readFileSync(join(import.meta.dirname, 'conformance.md'), 'utf8')

/** The rows of all tables under one heading; cells end at a bar that is not escaped. */
const rowsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
    .map(([, number = '', requirement = '', rest = '']) => ({ number, requirement, rest }))

const sections = text.split(/^## /m).slice(1)
const last = sections.at(-1) ?? ''
const shown = sections.slice(0, -1).flatMap(rowsOf)
const unshown = rowsOf(last)

describe('Each requirement', () => {
  test('has words and a number of its own', () => {
    const all = [...shown, ...unshown]
    expect(all.length).toBeGreaterThan(150)
    expect(all.filter(({ requirement }) => !requirement)).toEqual([])
    const numbers = all.map(({ number }) => number)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test('names the files of its tests, and nothing else', () => {
    const isTestFile = (place: string) => /^`[^`]+\.(?:test|e2e)\.tsx?`$/.test(place)
    const wrong = shown.filter(({ rest }) => {
      const places = rest.split('<br>').filter((part) => !part.startsWith('Departs: '))
      return places.length === 0 || !places.every(isTestFile)
    })
    expect(wrong).toEqual([])
  })

  test('without a test is in the last section, with the reason', () => {
    expect(last).toMatch(/^Not shown by a test\n/)
    expect(unshown.filter(({ rest }) => !rest)).toEqual([])
  })
})
