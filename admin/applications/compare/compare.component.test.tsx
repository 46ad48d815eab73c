import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { list, problem, type Stubs, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  application,
  job,
  listedApplication,
  noEvaluation,
} from '#scripts/testing/components/rows.ts'

const answer = (question_id: number, label: string, value: string) => ({
  question_id,
  label,
  kind: 'short_text' as const,
  value,
})
const mira = { ...application, answers: [answer(1, 'Why probes?', 'They hum.')] }
const bo = {
  ...application,
  id: 6,
  first_name: 'Bo',
  last_name: 'Li',
  email: 'bo@example.org',
  phone: null,
  status: 'shortlisted' as const,
  motivation_letter: '',
  answers: [answer(1, 'Why probes?', 'Precision.'), answer(2, 'When could you start?', 'In May')],
  notes: '',
  resume_path: null,
  resume_type: null,
}

const open = (ids: string, stubs: Stubs = {}) =>
  openBackOffice(`/applications/compare?ids=${ids}`, {
    'GET /api/applications/5': mira,
    'GET /api/applications/6': bo,
    'GET /api/applications/7': problem(404, { error: 'Application not found' }),
    'GET /api/applications/6/interviews': [],
    'GET /api/jobs/1': job,
    'GET /api/bulk': [],
    ...stubs,
  })

const region = page.getByRole('region', { name: 'Applications side by side' })
const cells = (label: string) =>
  [...document.querySelectorAll('tbody tr')]
    .find((row) => row.querySelector('th')?.textContent === label)
    ?.querySelectorAll('td')
const texts = (label: string) => [...(cells(label) ?? [])].map(({ textContent }) => textContent)

test('candidates stand side by side, their answers aligned by question', async () => {
  await page.viewport(1440, 900)
  await open('5,6')
  await expect.element(page.getByRole('columnheader', { name: 'Mira Ostergard' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Bo Li' })).toBeVisible()
  expect(texts('Status').map((text) => text?.trim())).toEqual(['Pending', 'Shortlisted'])
  expect(texts('Why probes?')).toEqual(['They hum.', 'Precision.'])
  expect(texts('When could you start?')).toEqual(['No answer', 'In May'])
  expect(texts('Motivation letter')).toEqual([
    'I check probes.Daily.',
    'No motivation letter provided.',
  ])
  expect(texts('Phone')).toEqual(['+353 1 234 5678', 'None'])
  expect(texts('Resume')[1]).toBe('No resume provided.')
  await expect
    .element(region.getByRole('button', { name: "Preview Mira Ostergard's resume" }))
    .toBeVisible()
  await expect
    .element(region.getByRole('link', { name: 'Bo Li' }))
    .toHaveAttribute('href', '/backoffice/applications/6')
  // WCAG 2.2 SC 2.5.8
  for (const target of document.querySelectorAll('table :is(a, button)'))
    expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  expect(await axeViolations()).toEqual([])
})

test('step, tags, interviews and hidden evaluations are compared, where there are any', async () => {
  await page.viewport(1440, 900)
  const times = ['2099-01-12T09:00:00.000Z']
  await open('5,6', {
    'GET /api/applications/5': { ...mira, step_name: 'Phone call', tags: [3] },
    'GET /api/tags': [{ id: 3, name: 'Talent', color: 'blue' }],
    'GET /api/applications/5/interviews': [{ id: 1, state: 'booked', time: times[0], times }],
    'GET /api/applications/6/interviews': [{ id: 2, state: 'proposed', time: null, times }],
    'GET /api/applications/6/evaluation': { ...noEvaluation, given: 2, expected: 3 },
  })
  await expect.poll(() => texts('Step')).toEqual(['Phone call', 'None'])
  await expect.poll(() => texts('Tags')).toEqual(['Talent', 'None'])
  await expect.poll(() => texts('Interview')).toEqual(['12 Jan 2099, 09:00', 'Times proposed'])
  await expect
    .poll(() => texts('Evaluations'))
    .toEqual(['None', '2 evaluations, hidden until yours'])
  expect(await axeViolations()).toEqual([])
})

test('a deleted application says so in its column, and a failed one offers Retry', async () => {
  await open('5,7,6', { 'GET /api/applications/6': serverError })
  const heads = page.getByRole('columnheader')
  await expect.element(heads.nth(1)).toMatchTextContent('Application not found')
  await expect.element(heads.nth(2)).toMatchTextContent('Failed to load application details')
  await expect.element(heads.nth(0)).toMatchTextContent('Mira Ostergard')
  expect(texts('Status')[1]).toBe('')
  expect(await axeViolations()).toEqual([])
  stubApi({ 'GET /api/applications/6': bo })
  await heads.nth(2).getByRole('button', { name: 'Retry' }).click()
  await expect.element(heads.nth(2)).toMatchTextContent('Bo Li')
})

test('on a phone it scrolls sideways by keyboard, and names and labels stay', async () => {
  await page.viewport(390, 500)
  await open('5,6')
  const head = page.getByRole('columnheader', { name: 'Bo Li' })
  await expect.element(head).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const box = region.element() as HTMLElement
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
  box.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}')
  await expect.poll(() => box.scrollLeft).toBeGreaterThan(0)
  await expect.poll(() => box.scrollTop).toBeGreaterThan(0)
  const edge = box.getBoundingClientRect()
  const near = (one: number, other: number) => Math.abs(one - other) < 2
  const label = document.querySelector('tbody th')!.getBoundingClientRect()
  expect(near(label.left, edge.left)).toBe(true)
  expect(near(head.element().getBoundingClientRect().top, edge.top + 1)).toBe(true)
  expect(await axeViolations()).toEqual([])
})

describe('applications of one person', () => {
  const earlier = {
    ...bo,
    first_name: 'Mira',
    last_name: 'Ostergard',
    email: mira.email.toUpperCase(),
    job_title: 'Baker',
    step_name: 'Phone call',
  }
  const happened = { by: 'Rita Reviewer', at: '2026-03-02T09:00:00.000Z', step: null, tell: null }
  const stubs = {
    'GET /api/applications/6': earlier,
    'GET /api/applications/6/activity': [
      { ...happened, kind: 'status', from: 'pending', to: 'shortlisted', reason: null },
      { ...happened, kind: 'status', by: 'Bo', from: null, to: 'rejected', reason: null },
    ],
  }

  test('have the names of their jobs, and say who decided', async () => {
    await page.viewport(1440, 900)
    await open('5,6', stubs)
    await expect
      .element(page.getByRole('heading', { name: 'Mira Ostergard’s applications' }))
      .toBeVisible()
    await expect
      .element(region.getByRole('columnheader', { name: 'Baker' }).getByRole('link'))
      .toHaveAttribute('href', '/backoffice/applications/6')
    await expect
      .poll(() => texts('Decided by').map((text) => text?.replace('Baker', '')))
      .toEqual([expect.stringContaining('Not decided'), expect.stringContaining('Rita Reviewer, ')])
    expect(cells('Job')).toBeUndefined()
    expect(await axeViolations()).toEqual([])
  })

  test('stand below one another on a phone, each answer below the name of its job', async () => {
    await page.viewport(390, 700)
    await open('5,6', stubs)
    await expect.poll(() => texts('Decided by')[1]).toContain('Rita Reviewer')
    const box = region.element()
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    const [one, other] = [...cells('Why probes?')!].map((cell) => cell.getBoundingClientRect())
    expect(other!.top).toBeGreaterThanOrEqual(one!.bottom)
    expect(texts('Why probes?')[1]).toBe('BakerPrecision.')
    expect(await axeViolations()).toEqual([])
  })

  test('that one may not see are no more than applications that do not exist', async () => {
    await open('5,6,7', stubs)
    await expect
      .element(region.getByRole('columnheader').nth(2))
      .toMatchTextContent('Application not found')
  })
})

test('without ids the screen says how to choose them', async () => {
  await open('x')
  await expect
    .element(page.getByRole('heading', { name: 'No applications to compare' }))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to Applications' })).toBeVisible()
})

test('two to four selected rows can be compared', async () => {
  await page.viewport(1440, 900)
  const rows = [1, 2, 3, 4, 5].map((id) => ({ ...listedApplication, id, first_name: `Mira${id}` }))
  await openBackOffice('/applications', {
    'GET /api/applications': list(rows),
    // Read ahead while the pointer is over them.
    ...Object.fromEntries(rows.map(({ id }) => [`GET /api/applications/${id}`, application])),
    'GET /api/applications/former-options': [],
    'GET /api/jobs': [job],
    'GET /api/bulk': [],
    'GET /api/views': [],
    'GET /api/settings': [],
    'GET /api/templates': [],
  })
  const box = (id: number) => page.getByRole('checkbox', { name: `Select Mira${id} Ostergard` })
  const bar = page.getByRole('region', { name: 'Selection' })
  const compare = bar.getByRole('link', { name: 'Compare' })
  await box(1).click()
  await expect.element(bar).toBeVisible()
  expect(compare.query()).toBe(null)
  await box(3).click()
  await expect
    .element(compare)
    .toHaveAttribute('href', '/backoffice/applications/compare?ids=1%2C3')
  for (const id of [2, 4]) await box(id).click()
  await expect.element(compare).toBeVisible()
  await box(5).click()
  await expect.element(bar.getByText('5 selected')).toBeVisible()
  expect(compare.query()).toBe(null)
})

test('a resume that the virus scanner keeps closed says why, without a way to open it', async () => {
  const infected = {
    file: 'resume',
    id: null,
    state: 'infected',
    threat: 'Eicar-Test',
    is_late: false,
    at: '2026-03-02T09:00:00.000Z',
  }
  const withResume = { ...mira, resume_path: '/resumes/5', resume_type: 'pdf' as const }
  await open('5,6', { 'GET /api/applications/5': { ...withResume, file_checks: [infected] } })
  await expect.element(region.getByText(/^Has a virus \(Eicar-Test\)/)).toBeVisible()
  expect(region.getByRole('button', { name: /resume/ }).elements()).toEqual([])
})
