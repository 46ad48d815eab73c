import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTitled, titlesIn } from '../scripts/test-titles.ts'

const root = join(import.meta.dirname, '..')
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

const known = new Map<string, string[]>()
/** Most files are named by many rows, and reading one takes a while. */
function titles(file: string) {
  const found = known.get(file) ?? titlesIn(join(root, file))
  known.set(file, found)
  return found
}

/** Each place is a file and the title of a test in it. */
function faultOf(place: string) {
  const [, file = '', title = ''] = /^`([^`]+\.(?:test|e2e)\.tsx?)` › (.+)$/.exec(place) ?? []
  if (!title) return `names no test: ${place}`
  if (!existsSync(join(root, file))) return `there is no ${file}`
  const isThere = titles(file).some((source) => isTitled(title, source))
  return isThere ? undefined : `no test in ${file} is called: ${title}`
}

describe('Each requirement', () => {
  test('has words and a number of its own', () => {
    const all = [...shown, ...unshown]
    expect(all.length).toBeGreaterThan(150)
    expect(all.filter(({ requirement }) => !requirement)).toEqual([])
    const numbers = all.map(({ number }) => number)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test.each(shown)('$number is shown by tests that are there: $requirement', ({ rest }) => {
    const places = rest.split('<br>').filter((part) => !part.startsWith('Departs: '))
    expect(places).not.toEqual([])
    expect(places.map(faultOf).filter(Boolean)).toEqual([])
  })

  test('that no test shows stands in the last section, with the reason', () => {
    expect(last).toMatch(/^Not shown by a test\n/)
    expect(unshown.filter(({ rest }) => !rest)).toEqual([])
  })
})
