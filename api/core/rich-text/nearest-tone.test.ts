import { expect, test } from 'vitest'
import { nearestTone } from './nearest-tone.ts'

test.each([
  ['#ff0000', 'red'],
  ['#F00', 'red'],
  ['rgb(230, 0, 0)', 'red'],
  ['rgba(230 0 0 / 50%)', 'red'],
  ['maroon', 'red'],
  ['#ff9900', 'orange'],
  ['#ffff00', 'yellow'],
  ['#008a00', 'green'],
  ['#0066cc', 'blue'],
  ['navy', 'blue'],
  ['#9933ff', 'purple'],
  ['#888888', 'grey'],
  [' Silver ', 'grey'],
  ['hsl(0, 75%, 60%)', 'red'],
  ['hsla(120 100% 25% / 50%)', 'green'],
  ['hsl(240deg, 75%, 60%)', 'blue'],
])('the tone nearest to %s is %s', (color, tone) => {
  expect(nearestTone(color)).toBe(tone)
})

test.each([
  '#000',
  '#ffffff',
  'rgb(0,0,0)',
  'rgb(255, 255, 255)',
  'hsl(0, 0%, 0%)',
  '#111',
  '#fafafa',
])('black and white are no emphasis: %s', (color) => expect(nearestTone(color)).toBeUndefined())

test.each([
  '',
  'inherit',
  'var(--x)',
  'url(x)',
  '#12',
  '#12345',
  '#gggggg',
  'toString',
  'rgb(1)',
  'hsl(1)',
])('there is no tone for %j', (color) => expect(nearestTone(color)).toBeUndefined())
