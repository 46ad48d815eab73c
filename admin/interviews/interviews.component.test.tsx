import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import type { listedInterviewRow } from '#api/hiring/interviews/contract/row.ts'
import {
  requests,
  type StubbedRequest,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'
import { mondayOf, weekText } from './week.ts'

type Interview = z.infer<typeof listedInterviewRow>

const zone = 'Asia/Kathmandu'
const ada = { id: own.id, name: 'Ada Halloran', owes_evaluation: false }
const rita = { id: 2, name: 'Rita Pike', owes_evaluation: false }
/** At 09:00 there. */
const booked = {
  id: 3,
  application_id: 5,
  first_name: 'Cleo',
  last_name: 'Marsh',
  job_id: 1,
  job_title: 'Baker',
  state: 'booked',
  time: '2026-03-03T03:15:00.000Z',
  times: ['2026-03-03T03:15:00.000Z'],
  minutes: 45,
  place: 'https://meet.example.org/1',
  time_zone: zone,
  people: [
    { ...ada, owes_evaluation: true },
    { ...rita, owes_evaluation: true },
  ],
} satisfies Interview
const proposed = {
  ...booked,
  id: 4,
  application_id: 6,
  first_name: 'Nils',
  state: 'proposed',
  time: null,
  // Tuesday twice, Friday, and a week later.
  times: [
    '2098-03-03T23:00:00.000Z',
    '2098-03-04T03:15:00.000Z',
    '2098-03-07T03:15:00.000Z',
    '2098-03-11T03:15:00.000Z',
  ],
  place: `Harbor office ${'second floor '.repeat(20)}`,
  people: [rita],
} satisfies Interview

const open = (path = '', interviews: unknown = [], stubs: Stubs = {}) =>
  openBackOffice(`/interviews${path}`, {
    'GET /api/settings/public': [
      { key: 'site_name', value: 'Brackwater Instruments' },
      { key: 'site_time_zone', value: zone },
    ],
    'GET /api/interviews': interviews,
    ...stubs,
  })

const asked = () =>
  requests
    .filter(({ url }) => url.pathname === '/api/interviews')
    .map(({ url }) => Object.fromEntries(url.searchParams))
const day = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()
const link = (name: string) => page.getByRole('link', { name, exact: true })

describe('The interviews of a week', () => {
  test('are shown by day and hour of the site, with job, people and place, and lead to the record', async () => {
    await open('?week=2026-03-05', [booked])
    await expect
      .element(page.getByText('2–8 March 2026 · Times in Kathmandu (UTC+05:45)'))
      .toBeVisible()
    const tuesday = day('Tuesday')
    await expect
      .element(tuesday)
      .toMatchTextContent(/Tuesday 3 Mar\s*09:00–09:45\s*Cleo Marsh\s*Baker/)
    await expect.element(tuesday).toMatchTextContent(/Ada Halloran, Rita Pike/)
    await expect.element(tuesday).toMatchTextContent(/Took place/)
    await expect.element(link('Cleo Marsh')).toHaveAttribute('href', '/backoffice/applications/5')
    await expect.element(link('Open link for Cleo Marsh')).toHaveAttribute('href', booked.place)
    expect(asked()).toEqual([{ from: '2026-03-02', to: '2026-03-08', page: '1', per_page: '500' }])
  })

  test('say whose evaluation is missing, with a link to the record', async () => {
    await open('?week=2026-03-02', [booked])
    await expect
      .element(link('Evaluation missing: yours, Rita Pike about Cleo Marsh'))
      .toHaveAttribute('href', '/backoffice/applications/5?tab=evaluation')
    stubApi({ 'GET /api/interviews': [{ ...booked, people: [ada, rita] }] })
    dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByText(/Evaluation missing/)).not.toBeInTheDocument()
    await expect.element(link('Cleo Marsh')).toBeVisible()
  })

  test('have a proposed one on each day that the candidate may choose', async () => {
    await open('?week=2098-03-03', [proposed])
    await expect.element(day('Tuesday')).toMatchTextContent(/04:45–05:30\s*09:00–09:45\s*Nils/)
    await expect.element(day('Tuesday')).toMatchTextContent(/Proposed/)
    await expect.element(day('Friday')).toMatchTextContent(/^Friday 7 Mar\s*09:00–09:45\s*Nils/)
    await expect.element(day('Wednesday')).toMatchTextContent(/None/)
  })

  test('are without sideways scrolling on a phone, by day, and pass axe', async () => {
    await open('?week=2098-03-03', [
      proposed,
      { ...proposed, id: 5, first_name: 'Konstantinopolitanischer'.repeat(3) },
      { ...booked, id: 6, time: proposed.times[2], times: [proposed.times[2]] },
    ])
    await expect.element(link('Cleo Marsh')).toBeVisible()
    for (const width of [1440, 768, 390, 320]) {
      await page.viewport(width, 844)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      expect(await axeViolations()).toEqual([])
    }
    await expect.element(page.getByText(/^Wednesday/)).not.toBeVisible()
  })
})

describe('The week in the address', () => {
  const thisWeek = () => mondayOf(dayIn(zone))

  test('is this one by default; the links lead to the weeks beside it and back', async () => {
    const monday = thisWeek()
    await open('', ({ url }: StubbedRequest) => [
      { ...booked, first_name: url.searchParams.get('from') ?? '' },
    ])
    await expect.element(page.getByText(new RegExp(weekText(monday)))).toBeVisible()
    expect(link('This week').query()).toBe(null)
    await link('Next week').click()
    await expect.poll(() => location.search).toBe(`?week=${daysLater(monday, 7)}`)
    await link('This week').click()
    await expect.poll(() => location.search).toBe('')
    await link('Previous week').click()
    await expect.poll(() => location.search).toBe(`?week=${daysLater(monday, -7)}`)
    await expect.element(page.getByText(new RegExp(weekText(daysLater(monday, -7))))).toBeVisible()
  })

  test('stays when one looks at the own ones only', async () => {
    await open('?week=2026-03-02', ({ url }: StubbedRequest) =>
      url.searchParams.has('mine') ? [] : [booked],
    )
    await expect.element(link('Cleo Marsh')).toBeVisible()
    await link('Mine').click()
    await expect.poll(() => location.search).toBe('?week=2026-03-02&mine=true')
    await expect.element(page.getByText('No interviews with you this week')).toBeVisible()
    expect(asked().at(-1)).toMatchObject({ from: '2026-03-02', mine: 'true' })
    await link('Next week').click()
    await expect.poll(() => location.search).toBe('?week=2026-03-09&mine=true')
    await link('Show all interviews').click()
    await expect.poll(() => location.search).toBe('?week=2026-03-09')
  })
})

test('a week without interviews says so and where they are proposed', async () => {
  await open()
  await expect.element(page.getByText('No interviews this week')).toBeVisible()
  await expect
    .element(link('Go to applications'))
    .toHaveAttribute('href', '/backoffice/applications')
  expect(await axeViolations()).toEqual([])
})

test('interviews that fail to load are reported, and Retry loads them', async () => {
  await open('?week=2026-03-02', serverError)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load the interviews')
  stubApi({ 'GET /api/interviews': [booked] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(link('Cleo Marsh')).toBeVisible()
})
