import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { problem, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const toast = page.getByLabelText('Messages')
const answer = (rows: object[], version: string) =>
  Response.json(rows, { headers: { ETag: `"${version}"` } })
const row = (from: string, to: string, hits = 0) => ({
  from,
  to,
  hits,
  last_hit_on: hits ? '2030-01-02' : null,
})
const old = row('/careers.html', '/jobs', 7)
const sent = () =>
  requests
    .filter(({ method }) => method === 'PUT')
    .map(({ headers, body }) => [headers.get('if-match'), body])
const stubs: Stubs = { 'GET /api/redirects': answer([old], '1') }

test('an address is added, and a wrong one says why under its field', async () => {
  await openBackOffice('/redirects', {
    ...stubs,
    'PUT /api/redirects': problem(400, {
      error: 'Foyer uses this address itself',
      details: [{ path: [1, 'from'], message: 'Foyer uses this address itself' }],
    }),
  })
  await expect.element(page.getByText('7×', { exact: false })).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByLabelText('Old address').fill(' /jobs ')
  await page.getByLabelText('New address').fill('/')
  await button('Add').click()
  await expect.element(page.getByText(/Foyer uses this address itself/)).toBeVisible()
  stubApi({ 'PUT /api/redirects': answer([old, row('/old', '/')], '2') })
  await page.getByLabelText('Old address').fill('/old')
  await button('Add').click()
  await expect.element(toast).toMatchTextContent('/old now leads to /')
  await expect.element(page.getByLabelText('Old address')).toHaveValue('')
  expect(sent().at(-1)).toEqual([
    '"1"',
    [
      { from: '/careers.html', to: '/jobs' },
      { from: '/old', to: '/' },
    ],
  ])
})

test('an address is removed, and Undo puts it back', async () => {
  await openBackOffice('/redirects', { ...stubs, 'PUT /api/redirects': answer([], '2') })
  await button('Remove /careers.html').click()
  await expect.element(page.getByText('No redirects yet')).toBeVisible()
  stubApi({ 'PUT /api/redirects': answer([row('/careers.html', '/jobs')], '3') })
  await button('Undo').click()
  await expect.element(button('Remove /careers.html')).toBeVisible()
  expect(sent()).toEqual([
    ['"1"', []],
    ['"2"', [{ from: '/careers.html', to: '/jobs' }]],
  ])
})

const choose = (text: string) =>
  page.getByLabelText('CSV file').upload(new File([text], 'old.csv', { type: 'text/csv' }))

test('a file adds new addresses and updates known ones', async () => {
  await openBackOffice('/redirects', { ...stubs, 'PUT /api/redirects': answer([], '2') })
  await expect.element(button('Add from CSV')).toBeVisible()
  await choose('from;to\r\n/careers.html;/page/work\r\n/a;/jobs\r\n')
  await expect.element(toast).toMatchTextContent('2 addresses were taken from the file')
  expect(sent()).toEqual([
    [
      '"1"',
      [
        { from: '/careers.html', to: '/page/work' },
        { from: '/a', to: '/jobs' },
      ],
    ],
  ])
})

test('a file with a wrong address, or without any, changes nothing and says why', async () => {
  await openBackOffice('/redirects', {
    ...stubs,
    'PUT /api/redirects': problem(400, {
      error: 'No',
      details: [{ path: [1, 'to'], message: 'Must begin with one /' }],
    }),
  })
  await expect.element(button('Add from CSV')).toBeVisible()
  await choose('/a,x')
  await expect
    .element(page.getByRole('alert').last())
    .toMatchTextContent('Nothing was taken from the file. /a: Must begin with one /')
  await choose('')
  await expect.element(page.getByText(/No addresses found/)).toBeVisible()
})

/** The list becomes `theirs` before the first save arrives; `saved` answers the next. */
const collide = (theirs: ReturnType<typeof row>[], saved: ReturnType<typeof row>[]) =>
  openBackOffice('/redirects', {
    ...stubs,
    'PUT /api/redirects': () => {
      stubApi({
        'GET /api/redirects': answer(theirs, '2'),
        'PUT /api/redirects': answer(saved, '3'),
      })
      return problem(409, { error: 'Changed', current: theirs, changed_by: 'Rita Marchetti' })
    },
  })

test('someone else’s change of other addresses is kept with mine', async () => {
  const [mine, theirs] = [row('/careers.html', '/jobs'), row('/new', '/jobs')]
  await collide([mine, theirs], [theirs])
  await button('Remove /careers.html').click()
  await expect.element(toast).toMatchTextContent('Rita Marchetti’s changes were kept too')
  await expect.element(button('Remove /new')).toBeVisible()
  expect(sent().at(-1)).toEqual(['"2"', [{ from: '/new', to: '/jobs' }]])
})

test('an address that someone else changed is only removed with Retry', async () => {
  await collide([row('/careers.html', '/page/work')], [])
  await button('Remove /careers.html').click()
  await expect.element(toast).toMatchTextContent('Rita Marchetti leads /careers.html to /page/work')
  await expect.element(page.getByRole('cell', { name: '/page/work' })).toBeVisible()
  expect(sent()).toHaveLength(1)
  await toast.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => sent().at(-1)).toEqual(['"2"', []])
})

test('an address that someone else has added is replaced only by adding it again', async () => {
  const mine = row('/old', '/jobs')
  await collide([old, row('/old', '/page/work')], [old, mine])
  await page.getByLabelText('Old address').fill('/old')
  await page.getByLabelText('New address').fill('/jobs')
  await button('Add').click()
  await expect
    .element(page.getByText('Rita Marchetti leads /old to /page/work now. Yours is not saved yet.'))
    .toBeVisible()
  await expect.element(page.getByLabelText('Old address')).toHaveValue('/old')
  expect(sent()).toHaveLength(1)
  await button('Add').click()
  await expect.element(toast).toMatchTextContent('/old now leads to /jobs')
  expect(sent().at(-1)).toEqual([
    '"2"',
    [
      { from: '/careers.html', to: '/jobs' },
      { from: '/old', to: '/jobs' },
    ],
  ])
})
