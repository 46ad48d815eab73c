import { expect, test } from 'vitest'
import { wideWord } from './wide-word.ts'

test.each([
  ['', undefined],
  ['Calibration Technician', undefined],
  ['Barrierefreiheit', 'wide-word'],
  ['Kalibriertechniker:in für Gauges', 'widest-word'],
  ['Durchfluss-Messgeräte', undefined],
])('the longest word of “%s” gives the class %s', (title, name) => {
  expect(wideWord(title)).toBe(name)
})
