import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let joe: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  joe = await w.as('joe')
})

const job = (title: string, more: object = {}) =>
  joe.send('POST', '/jobs', { title, description: '<p>Work with us.</p>', ...more })

/** The titles that a visitor finds, newest first. */
async function find(query: Record<string, string>): Promise<string[]> {
  const { status, headers, body } = await w.visitor.get(
    `/jobs/active?${new URLSearchParams(query)}`,
  )
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe(String(body.length))
  return body.map(({ title }: { title: string }) => title)
}
test('a job is found by each of its places and countries', async () => {
  const places = ['Cork', 'Galway', 'Sligo', 'Tralee'].map((locality) => ({
    locality,
    country: 'IE',
  }))
  await job('Cook', { places })
  await job('Writer', { workplace: 'remote', remote_countries: ['DE', 'FR', 'IT', 'ES', 'PT'] })
  for (const q of ['cork', 'sligo', 'tralee ireland']) expect(await find({ q })).toEqual(['Cook'])
  for (const q of ['germany', 'portugal']) expect(await find({ q })).toEqual(['Writer'])
})

test('a remote job is found in each country that it is open to', async () => {
  await job('Writer', { workplace: 'remote', remote_countries: ['IE', 'PT'] })
  await job('Editor', {
    workplace: 'remote',
    remote_countries: ['IE'],
    location: 'Remote (Ireland)',
    places: [{ locality: 'Cork', country: 'IE' }],
  })
  // Not shown to visitors either.
  await job('Cook', { workplace: 'onsite', remote_countries: ['DE'] })
  const { place } = (await w.visitor.get('/jobs/active/facets')).body
  expect(place).toEqual([
    { value: 'Cork, Ireland', count: 1 },
    { value: 'Remote (Ireland)', count: 2 },
    { value: 'Remote (Portugal)', count: 1 },
  ])
  expect(await find({ place: 'remote (ireland)' })).toEqual(['Editor', 'Writer'])
  expect(await find({ place: 'Remote (Portugal)' })).toEqual(['Writer'])
  expect(await find({ place: 'Remote (Germany)' })).toEqual([])
  const matched = (await w.visitor.get('/jobs/active/facets?place=cork,+ireland')).body
  expect(matched.workplace).toEqual([{ value: 'remote', count: 1 }])
})

test('a place that is also typed as the location is counted once among the places', async () => {
  const places = [{ locality: 'Port Ellery', country: 'IE' }]
  await job('Cook', { location: 'port ellery, ireland', places })
  await job('Diver', { location: 'On the quay', places })
  const { place } = (await w.visitor.get('/jobs/active/facets')).body
  expect(place).toEqual([{ value: 'Port Ellery, Ireland', count: 2 }])
})

test('a job comes before those posted earlier, however old its draft is', async () => {
  await w.newJob({
    title: 'Opened late',
    created_at: '2026-01-01T00:00:00.000Z',
    first_active_at: '2026-12-01T00:00:00.000Z',
  })
  await w.newJob({
    title: 'Opened early',
    created_at: '2026-03-01T00:00:00.000Z',
    first_active_at: '2026-03-01T00:00:00.000Z',
  })
  expect(await find({})).toEqual(['Opened late', 'Opened early'])
  expect(await find({ q: 'opened' })).toEqual(['Opened late', 'Opened early'])
})

test('similar jobs are of the same team first, also of one with a short name', async () => {
  const [{ body: closed }] = [await job('Recruiter', { team: 'HR', is_active: true })]
  await joe.send('POST', `/jobs/${closed.id}/deactivate`)
  await job('Payroll clerk', { team: 'hr' })
  for (const n of [1, 2, 3, 4]) await job(`Recruiter ${n}`, { team: 'Sales' })
  const { body } = await w.visitor.get(`/jobs/${closed.id}/similar`)
  expect(body).toHaveLength(3)
  expect(body[0]).toMatchObject({ title: 'Payroll clerk' })
})

describe('GET /jobs/active', () => {
  beforeEach(async () => {
    await job('Baker', {
      location: 'Odense',
      description: '<p>Rye &amp; <strong>sour</strong>dough.</p>',
      requirements: '<ul><li>Patience</li><li>an oven</li></ul>',
    })
    await job('Café manager', { location: 'Kraków' })
    await job('Øresund ferry cook', {
      location: 'odense',
      requirements: '<p>Sea legs, patience</p>',
    })
    await job('Night baker')
  })

  test.each([
    ['baker', ['Night baker', 'Baker']],
    ['BAK', ['Night baker', 'Baker']],
    ['b', ['Night baker', 'Baker']],
    ['baker night', ['Night baker']],
    ['sourdough', ['Baker']],
    ['patience', ['Øresund ferry cook', 'Baker']],
    ['patience oven', ['Baker']],
    ['cafe', ['Café manager']],
    ['krakow', ['Café manager']],
    ['oresund', ['Øresund ferry cook']],
    ['strong', []],
    ['amp', []],
    ['', ['Night baker', 'Øresund ferry cook', 'Café manager', 'Baker']],
    ['  ', ['Night baker', 'Øresund ferry cook', 'Café manager', 'Baker']],
  ])('a search for %j finds %j', async (q, titles) => {
    expect(await find({ q })).toEqual(titles)
  })

  test('finds only active jobs', async () => {
    const [open] = (await joe.get('/jobs')).body
    await joe.send('POST', `/jobs/${open.id}/deactivate`)
    expect(await find({ q: 'baker' })).toEqual(['Baker'])
    await joe.send('POST', `/jobs/${open.id}/activate`)
    expect(await find({ q: 'baker' })).toEqual(['Night baker', 'Baker'])
    await joe.send('DELETE', `/jobs/${open.id}`)
    expect(await find({ q: 'baker' })).toEqual(['Baker'])
  })

  test('paginates search results', async () => {
    const second = await w.visitor.get('/jobs/active?q=baker&per_page=1&page=2')
    expect(second.body).toMatchObject([{ title: 'Baker' }])
    expect(second.headers.get('x-total-count')).toBe('2')
    expect(second.headers.get('link')).toContain(
      '</api/jobs/active?q=baker&per_page=1&page=1>; rel="prev"',
    )
  })
})

describe('a word with a wrong first letter', () => {
  test('finds its own matches before the words that may be meant', async () => {
    await job('Driver')
    await job('River guide')
    await job('Rivers and lakes ranger')
    expect(await find({ q: 'river' })).toEqual(['Rivers and lakes ranger', 'River guide'])
  })

  test('finds a word with the same first letter rather than another one', async () => {
    for (const n of [1, 2, 3]) await job(`Baker ${n}`)
    await job('Quaker')
    expect(await find({ q: 'qaker' })).toEqual(['Quaker'])
    expect(await find({ q: 'waker' })).toEqual(['Baker 3', 'Baker 2', 'Baker 1'])
  })

  test('finds nothing if it is short', async () => {
    await job('Cook', { description: '<p>You must cook.</p>' })
    expect([await find({ q: 'rust' }), await find({ q: 'book' })]).toEqual([[], []])
  })

  test.each([
    ['Пекарь', 'бекарь'],
    ['Γραμματεία', 'δραμματεία'],
    ['プログラマー', 'フログラマー'],
  ])('finds %s, also in other alphabets', async (title, q) => {
    await job(title)
    expect(await find({ q })).toEqual([title])
  })
})

test('a changed job is found by its new and unchanged words, not by old ones', async () => {
  const { id } = (await job('Baker', { location: 'Basel', requirements: '<p>An oven</p>' })).body
  expect((await joe.send('PUT', `/jobs/${id}`, { title: 'Cook', location: null })).status).toBe(200)
  expect(await find({ q: 'cook oven work' })).toEqual(['Cook'])
  expect([await find({ q: 'baker' }), await find({ q: 'basel' })]).toEqual([[], []])
})

test('a refused change is not indexed', async () => {
  const { id } = (await job('Baker')).body
  const updated_at = '2020-01-01T00:00:00.000Z'
  expect((await joe.send('PUT', `/jobs/${id}`, { title: 'Cook', updated_at })).status).toBe(409)
  expect(await find({ q: 'cook' })).toEqual([])
})

test('two changes at the same time are both found', async () => {
  const { id } = (await job('Baker')).body
  await Promise.all([
    joe.send('PUT', `/jobs/${id}`, { title: 'Cook' }),
    joe.send('PUT', `/jobs/${id}`, { location: 'Basel' }),
  ])
  expect(await find({ q: 'cook basel' })).toEqual(['Cook'])
})

test.each(['"', '*', 'AND', 'NEAR(', '-', '\u0000', '\uD800', '\uE0001', '🥖', '%', "';--", 'a:b'])(
  'the words %j harm nothing',
  async (q) => {
    await job('Baker')
    expect(await find({ q })).toEqual([])
  },
)

test.each([
  ['高级软件工程师', ['工程师', '软件', '高级软件工程师', '工']],
  ['ソフトウェアエンジニア', ['エンジニア', 'ｴﾝｼﾞﾆｱ', 'ソフト']],
  ['看護師さん募集', ['募集', 'さん']],
  ['วิศวกรซอฟต์แวร์อาวุโส', ['ซอฟต์แวร์', 'อาวุโส']],
  ['백엔드개발자', ['개발자', '백엔드', '개발자'.normalize('NFD')]],
  ['ນັກພັດທະນາ', ['ພັດທະນາ']],
  ['អ្នកអភិវឌ្ឍន៍', ['អភិវឌ្ឍន៍']],
  ['ဆော့ဖ်ဝဲအင်ဂျင်နီယာ', ['အင်ဂျင်နီယာ']],
  ['Java開発者', ['開発', 'java', 'Java開発', 'ＪＡＶＡ']],
  ['हिन्दी अनुवादक', ['अनुवादक', 'हिन्दी', 'अनु']],
  ['مُدَرِّس', ['مدرس', 'مُدَرِّس']],
  ['Καθηγητής', ['καθηγητης', 'ΚΑΘΗΓΗΤΗΣ', 'καθηγητής']],
  ['Актёр', ['актер', 'актёр']],
  ['İstanbul Kadıköy', ['istanbul', 'kadikoy', 'İSTANBUL']],
  ['Cafe\u0301 lead', ['café', 'cafe']],
  ["O'Neil's pub", ['oneil', "o'neil", 'o’neil', 'ONeils']],
  ['L’ingénieur', ['ingenieur', "l'ingénieur"]],
  ['Soft\u00ADware tester', ['software']],
  ['Front-end writer', ['frontend', 'front-end', 'front end', 'front‑end']],
  ['Frontend writer', ['front-end', 'frontend']],
])('%s is found by %j', async (title, searches) => {
  await job(title)
  await job('Something else')
  for (const q of searches) expect([q, await find({ q })]).toEqual([q, [title]])
})

test('words with signs find themselves, and no other word with their letters', async () => {
  for (const title of ['C++ Developer', 'C# Developer', 'F# Developer', '.NET Developer', 'Cook'])
    await job(title)
  await job('Network of fishers and coasts', { description: '<p>ASP.NET, Node.js; C++17 too</p>' })
  const network = 'Network of fishers and coasts'
  for (const [q, titles] of [
    ['C++', [network, 'C++ Developer']],
    ['c++ dev', ['C++ Developer']],
    ['Ｃ＋＋', [network, 'C++ Developer']],
    ['c#', ['C# Developer']],
    ['C♯', ['C# Developer']],
    ['F#', ['F# Developer']],
    ['.NET', [network, '.NET Developer']],
    ['.net dev', ['.NET Developer']],
    ['net', [network, '.NET Developer']],
    ['.js', [network]],
    ['node.js', [network]],
    ['"C++"', [network, 'C++ Developer']],
  ] as const)
    expect([q, await find({ q })]).toEqual([q, titles])
  expect(await find({ q: 'c' })).toHaveLength(4)
})

test('what filters know is found in every spelling', async () => {
  await job('Baker', { employment_types: ['PART_TIME'], workplace: 'onsite' })
  await job('Cook', { employment_types: ['FULL_TIME', 'INTERN'], workplace: 'remote' })
  await job('Diver', { employment_types: ['FULL_TIME'], workplace: 'hybrid' })
  await job('Quarry clerk', { description: '<p>Sit.</p>' })
  for (const q of ['part-time', 'part time', 'parttime', 'Part‑Time'])
    expect([q, await find({ q })]).toEqual([q, ['Baker']])
  for (const q of ['full-time', 'full time', 'fulltime'])
    expect([q, await find({ q })]).toEqual([q, ['Diver', 'Cook']])
  for (const q of ['on-site', 'on site', 'onsite'])
    expect([q, await find({ q })]).toEqual([q, ['Baker']])
  expect([await find({ q: 'remote' }), await find({ q: 'hybrid' })]).toEqual([['Cook'], ['Diver']])
  expect(await find({ q: 'internship' })).toEqual(['Cook'])
  await joe.send('PUT', `/jobs/${(await joe.get('/jobs?q=baker')).body[0].id}`, { workplace: null })
  // "Sit" is not what was meant by "site".
  expect(await find({ q: 'on site' })).toEqual([])
})

describe('a misspelled search', () => {
  test('is corrected in up to three words, and not at all in more', async () => {
    await job('Night baker with patience and courage')
    expect(await find({ q: 'nihgt bakre patiense' })).toHaveLength(1)
    expect(await find({ q: 'nihgt bakre patiense couarge' })).toEqual([])
  })

  test('is corrected anew once the jobs have changed', async () => {
    expect(await find({ q: 'bakre' })).toEqual([])
    await job('Baker')
    expect(await find({ q: 'bakre' })).toEqual(['Baker'])
  })

  test('is corrected once for a page, which asks for the jobs and their counts', async () => {
    await job('Baker')
    const execute = vi.spyOn(w.db.$client, 'execute')
    const [found, counts] = await Promise.all([
      find({ q: 'bakre' }),
      w.visitor.get('/jobs/active/facets?q=bakre'),
    ])
    expect([found, counts.body.q]).toEqual([['Baker'], 'baker'])
    const statements = execute.mock.calls.map(([statement]) => JSON.stringify(statement))
    expect(statements.filter((text) => text.includes('from job_words'))).toHaveLength(1)
    execute.mockRestore()
  })

  test.each(['qwrtzpsd', 'бвгджзкл', 'βγδζθκλμ', '뷁뷂뷃뷄뷅뷆뷇뷈', 'ድርጅትዎን', '工程师数据分析'])(
    'costs little CPU time, whatever its script (%s)',
    async (word) => {
      for (let n = 0; n < 40; n++) await job(`Baker ${n} пекарь γραμματεία 개발자 ኢንጂነር`)
      const words = Array.from({ length: 16 }, (_, n) => `${word.slice(n % 4)}${'aбβ개ድ工'[n % 6]}`)
      await find({ q: 'warm up' })
      // Other searches each time, since the one before might be remembered.
      let searches = 0
      await expectCpuBelow(20 * 60, async () => {
        for (let n = 0; n < 10; n++)
          await find({ q: `${searches++}${words.join(' ').slice(0, 95)}` })
        for (let n = 0; n < 10; n++) await find({ q: `${searches++}x ${word}` })
      })
    },
  )
})
