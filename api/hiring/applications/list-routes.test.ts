import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, hiringTeams, users } from '#db/schema.ts'
import { emailOf, type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let baker: number
let miller: number
const people = [
  ['Ann', 'Zimmer', 'pending', 'Baker', '2026-01-01', 'Sourdough is my calling'],
  ['bob', 'ångström', 'rejected', 'Miller', '2026-01-02', 'I ground flour in Kraków'],
  ['Cleo', 'abel', 'selected', 'Baker', '2026-01-03', 'NEAR the oven I feel at home'],
  ['Zoë', 'Müller', 'shortlisted', 'Miller', '2026-01-04', 'Crème brûlée, naïve café'],
  ['Dan', 'Abel', 'pending', 'Miller', '2026-01-05', '<p>bold<strong>ly</strong>baked</p>'],
] as const
const phones: Record<string, string> = { Zoë: '+45 (0)12-34 56 78', Dan: '+451234' }

beforeEach(async () => {
  await w.reset()
  rita = await w.as('rita')
  baker = await w.newJob({ title: 'Baker' })
  miller = await w.newJob({ title: 'Miller' })
  for (const [first_name, last_name, status, job, day, motivation_letter] of people)
    await w.newApplication(job === 'Baker' ? baker : miller, {
      first_name,
      last_name,
      status,
      motivation_letter,
      phone: phones[first_name] ?? '+45 12 34',
      email: `${first_name}@example.org`,
      created_at: `${day}T00:00:00.000Z`,
    })
})
afterAll(() => w.remove())

const list = (query: string) => rita.get(`/applications?${query}`)
const names = async (query: string) =>
  (await list(query)).body.map((row: { first_name: string }) => row.first_name)
const search = (words: string) => names(`q=${encodeURIComponent(words)}&sort=created_at`)

test.each([
  ['', 'Dan Zoë Cleo bob Ann'],
  ['sort=-created_at', 'Dan Zoë Cleo bob Ann'],
  ['sort=created_at', 'Ann bob Cleo Zoë Dan'],
  ['sort=name', 'Cleo Dan bob Zoë Ann'],
  ['sort=-name', 'Ann Zoë bob Dan Cleo'],
  ['sort=status', 'Ann Dan bob Cleo Zoë'],
  ['sort=-status', 'Zoë Cleo bob Dan Ann'],
  ['sort=job_title', 'Ann Cleo bob Zoë Dan'],
  ['sort=-job_title', 'Dan Zoë bob Cleo Ann'],
])('sorted by %j they stand as %s', async (query, order) => {
  expect((await names(query)).join(' ')).toBe(order)
})

test.each([
  ['status=pending', 'Dan Ann'],
  ['status=all', 'Dan Zoë Cleo bob Ann'],
  ['job_id=all&status=all', 'Dan Zoë Cleo bob Ann'],
  ['status=selected', 'Cleo'],
  ['job_id=4711', ''],
  ['job_id=9999999999999999', ''],
  ['status=pending&q=abel', 'Dan'],
  ['status=rejected&q=abel', ''],
  ['status=pending&q=%2B45+1234', 'Dan Ann'],
])('filtered by %s there are %s', async (query, left) => {
  const response = await list(query)
  const found = response.body.map((row: { first_name: string }) => row.first_name)
  expect(found.join(' ')).toBe(left)
  expect(response.headers.get('x-total-count')).toBe(String(found.length))
})

test('letters and names are searched inside words, with signs and without apostrophes', async () => {
  await w.newApplication(await w.newJob({ title: 'Painter' }), {
    first_name: '美玲',
    last_name: 'O’Neil',
    email: 'mei@example.org',
    phone: null,
    motivation_letter: '<p>我是软件工程师。 I write C++ and F#. 백엔드개발자</p>',
  })
  for (const words of [
    '工程师',
    '开发',
    '软件',
    'oneil',
    "o'neil",
    'C++',
    'f#',
    '개발자',
    'Ｃ＋＋',
  ])
    expect([words, await search(words)]).toEqual([words, words === '开发' ? [] : ['美玲']])
  expect(await search('C#')).toEqual([])
})

test('the job is a filter, alone and with the others', async () => {
  expect(await names(`job_id=${baker}`)).toEqual(['Cleo', 'Ann'])
  expect(await names(`job_id=${miller}&status=pending`)).toEqual(['Dan'])
  expect(await names(`job_id=${miller}&q=calling`)).toEqual([])
  expect((await list(`job_id=${miller}&per_page=1`)).headers.get('x-total-count')).toBe('3')
})

test.each([
  'status=hired',
  'status=',
  'status=Pending',
  'job_id=0',
  'job_id=-1',
  'job_id=1.5',
  'job_id=',
  'job_id=abc',
  'sort=id',
  'sort=',
  'sort=--name',
  'sort=constructor',
  'per_page=0',
  'per_page=501',
  'per_page=abc',
  'page=0',
  'status=all&status=pending',
  `q=${'a'.repeat(201)}`,
])('%s is 400 and named', async (query) => {
  const response = await list(query)
  expect(response.status).toBe(400)
  expect(response.body.details[0].path).toEqual([query.split('=')[0]])
})

describe('a search for', () => {
  test.each([
    ['zimmer', 'Ann'],
    ['ZIMM', 'Ann'],
    ['ann zimmer', 'Ann'],
    ['zimmer ann', 'Ann'],
    ['ann abel', ''],
    ['muller', 'Zoë'],
    ['Müller', 'Zoë'],
    ['MÜLL', 'Zoë'],
    ['zoe', 'Zoë'],
    ['creme brulee cafe', 'Zoë'],
    ['krakow', 'bob'],
    ['angstrom', 'bob'],
    ['ÅNGSTRÖM', 'bob'],
    ['sourdough', 'Ann'],
    ['boldlybaked', 'Dan'],
    ['strong', ''],
    ['dan@example.org', 'Dan'],
    ['example.org', 'Ann bob Cleo Zoë Dan'],
    ['+45 12', 'Ann bob Cleo Zoë Dan'],
    ['+451234', 'Ann bob Cleo Zoë Dan'],
    [' +45 12/34-56 ', 'Zoë'],
    ['45123456', 'Zoë'],
    ['12 34 56 78 90', ''],
    ['  ', 'Ann bob Cleo Zoë Dan'],
    ['"sourdough is"', 'Ann'],
    ['"', ''],
    ['""', ''],
    ['*', ''],
    ['-', ''],
    ['zimmer*', 'Ann'],
    ['zimmer"*', 'Ann'],
    ['zimmer -', 'Ann'],
    ['-zimmer', 'Ann'],
    ['NEAR(', 'Cleo'],
    ['NEAR(ann zimmer)', ''],
    ['AND', ''],
    ['ann OR bob', ''],
    ['NOT ann', ''],
    ['text:ann', ''],
    ['{text}:ann', ''],
    ['^ann', 'Ann'],
    ['ann)', 'Ann'],
    ["ann'--", 'Ann'],
    ['ann;', 'Ann'],
    ['ann\\', 'Ann'],
    ['%', ''],
    ['_', ''],
    ['🥖', ''],
    ['ann\u0000', 'Ann'],
    ['a\u0000b', 'bob Dan'],
    ['\u0000', ''],
    ['²', ''],
    ['\uFFFD', ''],
    ['ﬁ', ''],
    [Array.from({ length: 100 }, () => 'a').join(' '), 'Ann bob Cleo Dan'],
  ])('%j finds %j', async (words, found) => {
    expect((await search(words)).join(' ')).toBe(found)
  })
})

test('those kept for later stand by until when, also page by page, within a search, and of a team', async () => {
  const until = { Ann: '2090-05-31', bob: '2090-03-31', Zoë: '2090-04-30', Dan: '2020-01-31' }
  for (const [first_name, keep_until] of Object.entries(until))
    await w.db
      .update(applications)
      .set({ keep_until })
      .where(eq(applications.first_name, first_name))
  const kept = (query: string) => names(`keep=true&sort=${query}`)
  expect(await kept('kept_until')).toEqual(['bob', 'Zoë', 'Ann'])
  expect(await kept('-kept_until')).toEqual(['Ann', 'Zoë', 'bob'])
  expect(await kept('kept_until&per_page=2&page=2')).toEqual(['Ann'])
  expect(await kept('kept_until&q=flour')).toEqual(['bob'])
  expect(await kept('kept_until&status=shortlisted')).toEqual(['Zoë'])
  // Those who did not agree follow.
  expect((await names('sort=kept_until')).at(-1)).toBe('Cleo')
  const mo = await w.as('mo')
  const [member] = await w.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('mo')))
  await w.db.insert(hiringTeams).values({ job_id: baker, user_id: member!.id })
  const { body, headers } = await mo.get('/applications?keep=true&sort=kept_until')
  expect(body.map((row: { first_name: string }) => row.first_name)).toEqual(['Ann'])
  expect(headers.get('x-total-count')).toBe('1')
})

test('search results without a sort start with the newest', async () => {
  expect(await names('q=abel')).toEqual(['Dan', 'Cleo'])
})

test('page links of search results keep the query', async () => {
  const response = await list(
    `q=${encodeURIComponent('"example" > ü')}&per_page=2&page=2&status=all`,
  )
  expect(response.status).toBe(200)
  const first = await list('q=example&per_page=2&page=2')
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.body).toHaveLength(2)
  expect(first.headers.get('link')).toContain(
    '</api/applications?q=example&per_page=2&page=3>; rel="next"',
  )
})

test('paging returns every application once', async () => {
  for (const sort of ['status', 'job_title', '-name']) {
    const seen: string[] = []
    for (let page = 1; page <= 3; page++)
      seen.push(...(await names(`sort=${sort}&per_page=2&page=${page}`)))
    expect(seen.sort()).toEqual(['Ann', 'Cleo', 'Dan', 'Zoë', 'bob'])
  }
})

test('the tiles and the totals agree', async () => {
  const { body: stats } = await rita.get('/applications/stats')
  expect(stats).toEqual({ pending: 2, shortlisted: 1, rejected: 1, selected: 1 })
})

test('a name is found with and without its strokes', async () => {
  const person = { first_name: 'Søren', last_name: 'Østergård-Wałęsa', email: 'soren@example.org' }
  await rita.send('POST', '/applications/manual', { job_id: baker, ...person })
  for (const words of ['Østergård', 'ostergard', 'soren', 'SØREN', 'walesa'])
    expect(await search(words)).toEqual(['Søren'])
})

test('the statistics are of all jobs, or of one', async () => {
  const [one, other] = [await w.newJob(), await w.newJob()]
  for (const status of ['pending', 'pending', 'rejected'] as const)
    await w.newApplication(one, { status })
  await w.newApplication(other, { status: 'selected' })
  const stats = async (search: string) =>
    (await (await w.as('rita')).get(`/applications/stats${search}`)).body
  const none = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
  expect(await stats(`?job_id=${one}`)).toEqual({ ...none, pending: 2, rejected: 1 })
  expect(await stats(`?job_id=${other}`)).toEqual({ ...none, selected: 1 })
  expect(await stats('?job_id=999999')).toEqual(none)
  expect(await stats('?job_id=all')).toEqual(await stats(''))
  expect((await (await w.as('rita')).get('/applications/stats?job_id=x')).status).toBe(400)
})
