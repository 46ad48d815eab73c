import { expect, test } from 'vitest'
import { isSame, merge } from './merge.ts'

const base = { title: 'Baker', team: 'Kitchen', places: [{ country: 'IE' }], text: '<p>a</p>' }

test('changes to different fields are both kept', () => {
  const mine = { ...base, title: 'Cook' }
  const theirs = { ...base, team: 'Bakery', places: [{ country: 'PT' }] }
  expect(merge(base, mine, theirs)).toEqual({
    values: { ...theirs, title: 'Cook' },
    taken: ['team', 'places'],
    contested: [],
  })
})

test('a field that both changed is contested and keeps mine', () => {
  const mine = { ...base, title: 'Cook', text: '<p>b</p>' }
  const theirs = { ...base, title: 'Chef', text: '<p>b</p>', team: '' }
  expect(merge(base, mine, theirs)).toEqual({
    values: { ...mine, team: '' },
    taken: ['team'],
    contested: ['title'],
  })
})

test('a list that both changed counts as one field', () => {
  const mine = { ...base, places: [{ country: 'IE' }, { country: 'PT' }] }
  const theirs = { ...base, places: [{ country: 'DK' }] }
  expect(merge(base, mine, theirs)).toEqual({ values: mine, taken: [], contested: ['places'] })
})

test('fields that belong together are not mixed from two people', () => {
  const server = { host: 'a.example', user: 'ada', password: '', name: 'Acme' }
  const together = ['host', 'user', 'password'] as const
  const theirs = { ...server, host: 'b.example', name: 'Acme Careers' }
  const mine = { ...server, password: 'three green bottles' }
  expect(merge(server, mine, theirs, together)).toEqual({
    values: { ...mine, name: 'Acme Careers' },
    taken: ['name'],
    contested: ['host'],
  })
  expect(merge(server, server, theirs, together).values).toEqual(theirs)
})

test('what only the form knows, such as a password, stays', () => {
  const mine = { ...base, password: 'three green bottles' }
  expect(merge(base, mine, { ...base, title: 'Chef' }).values).toEqual({ ...mine, title: 'Chef' })
})

test.each([
  ['', null],
  [undefined, null],
  [[], null],
  [{ help: '' }, {}],
  [
    { a: 1, b: [2] },
    { b: [2], a: 1 },
  ],
])('%j and %j are the same', (a, b) => {
  expect(isSame(a, b)).toBe(true)
})

test.each([
  [0, null],
  [false, null],
  ['a', 'A'],
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
])('%j and %j differ', (a, b) => {
  expect(isSame(a, b)).toBe(false)
})
