import { expect, test } from 'vitest'
import { blocksOf, isSame, merge } from './merge.ts'

const base = { title: 'Baker', team: 'Kitchen', places: [{ country: 'IE' }], text: '<p>a</p>' }

test.each([
  [
    'changes to different fields are both kept',
    { mine: { title: 'Cook' }, theirs: { team: 'Bakery', places: [{ country: 'PT' }] } },
    {
      values: { title: 'Cook', team: 'Bakery', places: [{ country: 'PT' }] },
      taken: ['team', 'places'],
      contested: [],
    },
  ],
  [
    'a field that both changed is contested and keeps mine',
    {
      mine: { title: 'Cook', text: '<p>b</p>' },
      theirs: { title: 'Chef', text: '<p>b</p>', team: '' },
    },
    {
      values: { title: 'Cook', text: '<p>b</p>', team: '' },
      taken: ['team'],
      contested: [{ name: 'title', base: 'Baker', mine: 'Cook', theirs: 'Chef' }],
    },
  ],
  [
    'a list whose rows nothing tells apart counts as one value',
    {
      mine: { places: [{ country: 'IE' }, { country: 'PT' }] },
      theirs: { places: [{ country: 'DK' }] },
    },
    {
      values: { places: [{ country: 'IE' }, { country: 'PT' }] },
      taken: [],
      contested: [
        {
          name: 'places',
          base: base.places,
          mine: [{ country: 'IE' }, { country: 'PT' }],
          theirs: [{ country: 'DK' }],
        },
      ],
    },
  ],
])('%s', (_, { mine, theirs }, { values, ...rest }) => {
  expect(merge(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({
    values: { ...base, ...values },
    ...rest,
  })
})

test('fields that belong together are not mixed from two people', () => {
  const server = { host: 'a.example', user: 'ada', password: '', name: 'Acme' }
  const together = ['host', 'user', 'password'] as const
  const theirs = { ...server, host: 'b.example', name: 'Acme Careers' }
  const mine = { ...server, password: 'three green bottles' }
  expect(merge(server, mine, theirs, { together })).toEqual({
    values: { ...mine, name: 'Acme Careers' },
    taken: ['name'],
    contested: [{ name: 'host', base: 'a.example', mine: 'a.example', theirs: 'b.example' }],
  })
  expect(merge(server, server, theirs, { together }).values).toEqual(theirs)
})

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')

/** In my favor and in theirs; the same unless both changed the same block. */
test.each([
  ['different blocks', ['a', 'b', 'c'], ['A', 'b', 'c'], ['a', 'b', 'C'], ['A', 'b', 'C']],
  ['neighboring blocks', ['a', 'b'], ['A', 'b'], ['a', 'B'], ['A', 'B']],
  ['mine added, theirs changed', ['a', 'b'], ['a', 'b', 'new'], ['A', 'b'], ['A', 'b', 'new']],
  [
    'mine removed, theirs added',
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['x', 'a', 'b', 'c'],
    ['x', 'a', 'c'],
  ],
  ['the same change twice', ['a', 'b'], ['a', 'B'], ['a', 'B'], ['a', 'B']],
  ['the same and another', ['a', 'b', 'c'], ['A', 'b', 'c'], ['A', 'b', 'C'], ['A', 'b', 'C']],
  ['a split and a change elsewhere', ['a', 'b'], ['a1', 'a2', 'b'], ['a', 'B'], ['a1', 'a2', 'B']],
])('rich text is merged by block: %s', (_, old, mine, theirs, merged) => {
  const field = (texts: string[]) => ({ text: paragraphs(...texts) })
  const result = merge(field(old), field(mine), field(theirs))
  expect(result.values).toEqual(field(merged))
  expect(result.contested).toEqual([])
})

test.each([
  [
    'the same block',
    ['a', 'b', 'c'],
    ['a', 'B1', 'c'],
    ['A', 'B2', 'c'],
    ['A', 'B1', 'c'],
    ['A', 'B2', 'c'],
  ],
  [
    'insertions at one place',
    ['a'],
    ['a', 'mine'],
    ['a', 'theirs'],
    ['a', 'mine'],
    ['a', 'theirs'],
  ],
  ['an empty text that both filled', [], ['mine'], ['theirs'], ['mine'], ['theirs']],
  ['a removed block that they changed', ['a', 'b'], ['a'], ['a', 'B'], ['a'], ['a', 'B']],
  ['all replaced, one changed', ['a', 'b', 'c'], ['x'], ['a', 'B', 'c'], ['x'], ['a', 'B', 'c']],
])('rich text is contested where both changed it: %s', (_, old, mine, theirs, ours, others) => {
  const field = (texts: string[]) => ({ text: paragraphs(...texts) })
  const { contested, values } = merge(field(old), field(mine), field(theirs))
  expect(contested).toMatchObject([
    { name: 'text', mine: paragraphs(...ours), theirs: paragraphs(...others) },
  ])
  expect(values).toEqual(field(ours))
})

test('plain text is never split into blocks', () => {
  const { contested } = merge({ text: 'a\nb' }, { text: 'A\nb' }, { text: 'a\nB' })
  expect(contested).toMatchObject([{ mine: 'A\nb', theirs: 'a\nB' }])
})

test('blocks are the top-level elements, whatever is in them', () => {
  const html =
    '<p>a<br />b</p><hr /><ul><li><p>c</p></li></ul><figure><img alt="x > y" src="/m" /></figure>'
  expect(blocksOf(html)).toEqual([
    '<p>a<br />b</p>',
    '<hr />',
    '<ul><li><p>c</p></li></ul>',
    '<figure><img alt="x > y" src="/m" /></figure>',
  ])
  expect(blocksOf(`${html}d`).at(-1)).toBe('d')
})

type Row = { id?: number; name: string; days?: number }
const row = (id: number, name = `step ${id}`, days = 1): Row => ({ id, name, days })
const added: Row = { name: 'new' }

/** In my favor, and in theirs where that differs. */
test.each<[string, Row[], Row[], Row[], Row[], Row[]?]>([
  ['both add', [row(1)], [row(1), added], [row(1), row(2)], [row(1), added, row(2)]],
  [
    'different rows',
    [row(1), row(2)],
    [row(1, 'mine'), row(2)],
    [row(1), row(2, 'theirs')],
    [row(1, 'mine'), row(2, 'theirs')],
  ],
  [
    'different fields of a row',
    [row(1)],
    [row(1, 'mine')],
    [row(1, 'step 1', 9)],
    [row(1, 'mine', 9)],
  ],
  [
    'mine removed, theirs moved',
    [row(1), row(2), row(3)],
    [row(1), row(3)],
    [row(3), row(1), row(2)],
    [row(3), row(1)],
  ],
  [
    'mine moved, theirs added',
    [row(1), row(2)],
    [row(2), row(1)],
    [row(1), row(2), row(4)],
    [row(2), row(4), row(1)],
  ],
  [
    'the same field of a row',
    [row(1), row(2)],
    [row(1, 'mine'), row(2)],
    [row(1, 'theirs')],
    [row(1, 'mine')],
    [row(1, 'theirs')],
  ],
  [
    'mine removed, theirs changed',
    [row(1), row(2)],
    [row(1)],
    [row(1), row(2, 'theirs')],
    [row(1)],
    [row(1), row(2, 'theirs')],
  ],
  [
    'mine changed, theirs removed',
    [row(1), row(2)],
    [row(1), row(2, 'mine')],
    [row(1)],
    [row(1), row(2, 'mine')],
    [row(1)],
  ],
  [
    'moved differently',
    [row(1), row(2), row(3)],
    [row(2), row(1), row(3)],
    [row(1), row(3), row(2)],
    [row(2), row(1), row(3)],
    [row(1), row(3), row(2)],
  ],
])('a list is merged by row: %s', (_, old, mine, theirs, ours, others) => {
  const rows = { steps: ({ id }: Row) => id }
  const result = merge({ steps: old }, { steps: mine }, { steps: theirs }, { rows })
  expect(result.values.steps).toEqual(ours)
  expect(result.contested.map((one) => one.theirs)).toEqual(others ? [others] : [])
})

test('a row that both added differs where they do', () => {
  const rows = { list: ({ from }: { from: string }) => from }
  const lead = (to: string) => ({ list: [{ from: '/a', to }] })
  const { contested } = merge({ list: [] }, lead('/mine'), lead('/theirs'), { rows })
  expect(contested).toMatchObject([{ mine: lead('/mine').list, theirs: lead('/theirs').list }])
})

test('a list of words is merged by word', () => {
  const rows = { tags: (tag: string) => tag }
  const list = (...tags: string[]) => ({ tags })
  const { values, contested } = merge(list('a', 'b'), list('b', 'c'), list('a', 'b', 'd'), { rows })
  expect(values.tags.toSorted()).toEqual(['b', 'c', 'd'])
  expect(contested).toEqual([])
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
