import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import {
  capped,
  held,
  list,
  requests,
  type Stubs,
  serverError,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'

const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }

const openList = (search = '', rows = [listedApplication], stubs: Stubs = {}) =>
  openBackOffice(`/applications${search}`, {
    'GET /api/applications': list(rows),
    'GET /api/applications/stats': stats,
    'GET /api/applications/former-options': [],
    'GET /api/jobs': [job],
    'GET /api/bulk': [],
    'GET /api/views': [],
    'GET /api/settings': [],
    'GET /api/templates': [],
    ...stubs,
  })

const today = dayIn('UTC')
const due = (id: number, days: number, more: Partial<typeof listedApplication> = {}) => ({
  ...listedApplication,
  id,
  first_name: `Mira${id}`,
  answer_by: daysLater(today, days),
  ...more,
})

test('a row says when a reply is due, in red only when it is late', async () => {
  await page.viewport(1440, 900)
  await openList('', [
    due(1, 2),
    due(2, 0),
    due(3, -3, { overdue: true }),
    due(4, -3, { overdue: true, answer_by: null }),
    due(5, 0, { overdue: true, answer_by: null, status: 'rejected' }),
    due(6, 0, { answer_by: null, status: 'selected' }),
  ])
  const cells = page.getByRole('row').getByRole('gridcell')
  await expect.element(page.getByText('in 2 days')).toBeVisible()
  const words = ['in 2 days', 'today', '3 days late', 'Overdue', 'Not notified']
  for (const text of words) await expect.element(cells.getByText(text)).toBeVisible()
  const color = (text: string) => getComputedStyle(page.getByText(text).element()).color
  expect(color('in 2 days')).toBe(color('today'))
  expect(color('3 days late')).not.toBe(color('today'))
  expect(color('3 days late')).toBe(color('Overdue'))
  await expect
    .element(page.getByText('today'))
    .toHaveAttribute('title', expect.stringMatching(/^Reply promised by \d+ \w+ \d{4}$/))
  expect(await axeViolations()).toEqual([])
})

test('a count that stopped at 10,000 says so, and the next page is there', async () => {
  await openList('?unread=true', [], {
    'GET /api/applications': capped([listedApplication]),
    'GET /api/applications/stats': capped({
      pending: 9000,
      shortlisted: 1001,
      rejected: 0,
      selected: 0,
    }),
  })
  await expect.element(page.getByText('Showing 10,000+ applications')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All 10,000+' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Pending 9,000+' })).toBeVisible()
  await expect.element(page.getByText('1–50 of 10,000+')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Next' })).toBeVisible()
})

test('at 1440 px the actions are visible without the pointer, email and phone whole', async () => {
  await page.viewport(1440, 900)
  const email = 'maximiliane.von-der-schulenburg@engineering.brackwater.example'
  await openList('', [{ ...listedApplication, email, resume_path: '/resumes/5' }])
  const row = page.getByRole('row')
  await expect.element(row.getByText('Pending').first()).toBeVisible()
  const actions = [
    ...row.getByRole('button').elements(),
    row.getByRole('link', { name: /^View / }).element(),
  ]
  expect(actions).toHaveLength(7)
  for (const action of actions) {
    const box = action.getBoundingClientRect()
    expect(Math.min(box.width, box.height), action.outerHTML).toBeGreaterThanOrEqual(24)
    expect(action.checkVisibility({ opacityProperty: true })).toBe(true)
    expect(action.closest('[role="gridcell"]')!.getBoundingClientRect().right).toBeGreaterThan(0)
    expect(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)).toSatisfy(
      (top: Element) => action.contains(top),
    )
  }
  const job = row.getByText(listedApplication.job_title).element().getBoundingClientRect()
  for (const words of [email, listedApplication.phone]) {
    const link = row.getByRole('link', { name: words, exact: true }).element()
    for (let box: Element | null = link; box && box !== row.element(); box = box.parentElement)
      expect(box.scrollWidth, words).toBeLessThanOrEqual(box.clientWidth || box.scrollWidth)
    expect(link.getBoundingClientRect().top).toBeGreaterThanOrEqual(job.bottom - 1)
  }
  expect(Math.round(row.element().getBoundingClientRect().height)).toBe(52)
  expect(await axeViolations()).toEqual([])
})

test.each([
  [1440, 900],
  [1280, 800],
  [768, 1024],
  [390, 800],
])(
  'at %i x %i what can be pressed stays where it is while the list loads',
  async (width, height) => {
    await page.viewport(width, height)
    const [rows, counts] = [held(list([listedApplication], 240)), held({ ...stats, pending: 12 })]
    await openList('', [], {
      'GET /api/applications': rows.stub,
      'GET /api/applications/stats': counts.stub,
    })
    const controls = [
      page.getByRole('button', { name: 'Filter', exact: true }),
      page.getByRole('link', { name: /^Selected/ }),
      page.getByLabelText('Search applications'),
      page.getByRole('button', { name: 'Saved filters' }),
      page.getByRole('link', { name: 'Board' }),
    ]
    const places = () =>
      controls.map((control) => {
        const { left, top } = control.element().getBoundingClientRect()
        return [Math.round(left), Math.round(top)]
      })
    await expect.element(page.getByRole('button', { name: 'Saved filters' })).toBeVisible()
    const before = places()
    rows.release()
    counts.release()
    await expect.element(page.getByText('Showing 240 applications')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Pending\s*12/ })).toBeInTheDocument()
    expect(places()).toEqual(before)
  },
)

test.each([
  [390, 130],
  // View and its neighbors have a line of their own.
  [320, 180],
])(
  'at %i px the due date is beside the job, words on the buttons, and a row with all it has at most %i px',
  async (width, most) => {
    await page.viewport(width, 800)
    // The pointer of an earlier test may be over the row, which reads its application ahead.
    const step = { step_id: 1, step_name: 'Phone call', notes: 'Would move', tags: [1] }
    await openList('', [due(1, 2, step)], {
      'GET /api/applications/1': serverError,
      'GET /api/tags': [{ id: 1, name: 'Call back', color: 'yellow', application_count: 1 }],
    })
    await expect.element(page.getByText('in 2 days')).toBeVisible()
    await expect.element(page.getByRole('row').getByText('Call back')).toBeVisible()
    const box = (text: string) =>
      page.getByRole('row').getByText(text).element().getBoundingClientRect()
    expect(box('in 2 days').top).toBeLessThan(box(job.title).bottom)
    expect(box('in 2 days').bottom).toBeGreaterThan(box(job.title).top)
    expect(box('in 2 days').left).toBeGreaterThan(box(job.title).left)
    const row = page.getByRole('row')
    expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(most)
    const words = ['Pending', 'Shortlist', 'Reject', 'Select', 'View']
    for (const word of words)
      await expect.element(row.getByText(word, { exact: true }).last()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const targets = [
      ...row.getByRole('button').elements(),
      row.getByRole('link', { name: /^View / }).element(),
    ].map((target) => target.getBoundingClientRect())
    expect(targets).toHaveLength(7)
    for (const [at, box] of targets.entries()) {
      expect([box.width >= 24, box.height >= 24, box.right <= width]).toEqual([true, true, true])
      const next = targets[at + 1]
      expect(!next || next.left >= box.right - 1 || next.top >= box.bottom - 1).toBe(true)
    }
    for (const text of [listedApplication.email, 'Would move', /Phone call$/])
      await expect.element(row.getByText(text)).toBeVisible()
    expect(await axeViolations()).toEqual([])
  },
)

test.each([
  [1440, 190],
  [390, 300],
])('at %i px the first row begins above %i px, with and without filters', async (width, most) => {
  await page.viewport(width, 844)
  for (const search of ['', '?status=pending&job_id=1&unread=true&waiting=true']) {
    await openList(search)
    await expect.element(page.getByText('Showing 1 application', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('row')).toBeVisible()
    expect(page.getByRole('row').element().getBoundingClientRect().top).toBeLessThan(most)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('the filter menu adds filters as chips, works by keyboard and returns the focus', async () => {
  await page.viewport(1440, 900)
  const question = {
    id: 7,
    label: 'Do you drive?',
    kind: 'yes_no' as const,
    options: [],
    is_required: false,
  }
  await openList('', [listedApplication], {
    'GET /api/jobs': [{ ...job, questions: [question] }],
    'POST /api/applications/read': undefined,
    'GET /api/applications/5': application,
  })
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const menu = page.getByRole('dialog', { name: 'Filters' })
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect.element(filter).toBeVisible()
  ;(filter.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu.getByLabelText('Job')).toHaveFocus()
  await userEvent.selectOptions(menu.getByLabelText('Job'), 'Calibration Technician')
  await userEvent.selectOptions(menu.getByLabelText('Do you drive?'), 'Yes')
  const unread = menu.getByLabelText('Unread').element() as HTMLInputElement
  unread.click()
  // At once: the router renders the address that holds it later.
  expect(unread.checked).toBe(true)
  await menu.getByLabelText('Kept for later').click()
  await userEvent.selectOptions(menu.getByLabelText('Decided'), 'Yesterday')
  await userEvent.selectOptions(menu.getByLabelText('Verdict'), 'Yes')
  await userEvent.selectOptions(menu.getByLabelText('Interview'), 'Interview booked')
  await userEvent.selectOptions(menu.getByLabelText('Withdrawn'), 'Not withdrawn')
  // Before the rows of these filters are asked for, nothing waits yet.
  const asked = () => requests.some(({ url }) => url.searchParams.get('withdrawn') === 'false')
  await expect.poll(asked).toBe(true)
  await expect.poll(() => document.querySelector('[data-waiting]')).toBe(null)
  // The rows fade in again.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
  expect(await axeViolations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(filter).toHaveFocus()
  const names = () =>
    chips
      .getByRole('listitem')
      .elements()
      .map((chip) => chip.textContent)
  expect(names()).toEqual([
    'Job: Calibration Technician',
    'Do you drive? Yes',
    'Decided: Yesterday',
    'Verdict: Yes',
    'Only: Interview booked',
    'Only: Unread',
    'Only: Kept for later',
    'Only: Not withdrawn',
  ])
  expect(location.search).toBe(
    '?job_id=1&unread=true&keep=true&decided_from=yesterday&decided_to=yesterday&verdict=3&interview=upcoming&withdrawn=false&answer_7=yes',
  )
  const yesterday = daysLater(today, -1)
  const days = () =>
    requests.map(({ url }) => [
      url.pathname,
      url.searchParams.get('decided_from'),
      url.searchParams.get('decided_to'),
    ])
  for (const path of ['/api/applications', '/api/applications/stats'])
    await expect.poll(days).toContainEqual([path, yesterday, yesterday])
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect
    .poll(() => requests.some(({ url }) => url.pathname === '/api/applications/read'))
    .toBe(true)
  await chips.getByRole('button', { name: 'Remove filter: Unread' }).click()
  await expect.poll(() => location.search).not.toContain('unread')
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect.poll(() => location.search).toBe('')
})

test('a row says when an interview is, and a rejection what becomes of it', async () => {
  await page.viewport(1440, 900)
  const year = Number(today.slice(0, 4)) + 1
  const row = { ...listedApplication, interview_at: `${year}-01-12T10:00:00.000Z` }
  await openList('', [row], {
    'PUT /api/applications/5': {
      ...application,
      status: 'rejected',
      is_telling: true,
      held_until: new Date(Date.parse(application.updated_at) + 60_000).toISOString(),
    },
    'GET /api/applications/5': application,
  })
  await expect.element(page.getByText(`Interview 12 Jan ${year}, 10:00`)).toBeVisible()
  const reject = page.getByRole('button', { name: 'Reject Mira Ostergard' })
  await expect
    .element(reject)
    .toHaveAttribute(
      'title',
      `Reject: cancels the interview on 12 Jan ${year}, 10:00, and Mira is emailed that it does not take place`,
    )
  await reject.click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'moved to Rejected' }))
    .toMatchTextContent(
      /moved to Rejected\. The interview on 12 Jan \d{4}, 10:00 is canceled with that email · email goes in \d\d s/,
    )
})

test('days can be typed, stay while the year is typed, and are in what is saved', async () => {
  await page.viewport(1440, 900)
  await openList('', [listedApplication], { 'POST /api/views': undefined })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Filters' })
  await userEvent.selectOptions(menu.getByLabelText('Applied', { exact: true }), 'Between two days')
  await menu.getByLabelText('Applied from').fill('2026-03-01')
  await menu.getByLabelText('Applied until').fill('2026-03-31')
  await userEvent.keyboard('{Escape}')
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect.poll(() => location.search).toBe('?applied_from=2026-03-01&applied_to=2026-03-31')
  await expect.element(chips.getByText('Applied: 1 Mar 2026 – 31 Mar 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Decided yesterday' }))
    .toHaveAttribute('href', expect.stringContaining('decided_from=yesterday'))
  await page.getByLabelText('Save these filters as').fill('March')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => requests.find(({ method }) => method === 'POST')?.body)
    .toEqual({ name: 'March', query: 'applied_from=2026-03-01&applied_to=2026-03-31' })
})

test('all that match of yesterday are those of the day on which they were selected', async () => {
  await page.viewport(1440, 900)
  await openList('?applied_from=yesterday', [listedApplication], {
    'GET /api/applications': list([listedApplication], 240),
    'POST /api/applications/bulk/preview': serverError,
    'GET /api/applications/5': application,
    '*': serverError,
  })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 240 that match' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await expect
    .poll(() => requests.find(({ url }) => url.pathname.endsWith('/preview'))?.body)
    .toMatchObject({ filter: { applied_from: daysLater(today, -1) } })
})

describe('Those kept for later', () => {
  const kept = {
    ...listedApplication,
    kept_until: '2027-03-31',
    keep_asked_at: '2027-03-01T09:00:00.000Z',
  }

  test('are a saved filter that everybody has', async () => {
    await page.viewport(1440, 900)
    await openList()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('link', { name: 'Kept for later' }).click()
    await expect.poll(() => location.search).toBe('?keep=true&withdrawn=false&sort=kept_until')
  })

  test('have a column that says until when, and sorts', async () => {
    await page.viewport(1440, 900)
    await openList('?keep=true&sort=kept_until', [kept])
    const row = page.getByRole('row').first()
    await expect.element(row.getByText('31 Mar 2027').first()).toBeVisible()
    await expect.element(row.getByText('Asked on 1 Mar 2027')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await page.getByRole('button', { name: /^Kept until/ }).click()
    await expect.poll(() => location.search).toContain('sort=-kept_until')
    const sorts = requests.map(({ url }) => url.searchParams.get('sort'))
    expect(sorts).toContain('-kept_until')
  })

  test('say where the question failed', async () => {
    await page.viewport(1440, 900)
    await openList('?keep=true&sort=kept_until', [{ ...kept, keep_ask_error: 'No such mailbox' }])
    const row = page.getByRole('row').first()
    await expect.element(row.getByText('Asking failed on 1 Mar 2027')).toBeVisible()
    expect(row.getByText(/^Asked on/).elements()).toEqual([])
  })

  test('say so in words on a phone', async () => {
    await page.viewport(390, 800)
    await openList('?keep=true&sort=kept_until', [kept])
    await expect.element(page.getByText('Kept until 31 Mar 2027')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  test('are invited to a job from the selection', async () => {
    await page.viewport(1440, 900)
    await openList('?keep=true', [kept], { 'GET /api/applications/5': application })
    await page.getByRole('checkbox', { name: 'Select Mira Ostergard' }).click()
    await page.getByRole('button', { name: 'Invite to a job…' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Invite to another job' })).toBeVisible()
  })
})
