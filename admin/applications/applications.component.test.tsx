import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import {
  held,
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  application,
  job,
  listedApplication,
  noEvaluation,
  own,
  setting,
} from '#scripts/testing/components/rows.ts'
import { setException } from './status/exceptions.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const writes = () => requests.filter(({ method }) => method !== 'GET')
const grid = page.getByRole('region', { name: 'Update Status' })
const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }

const openList = (search = '', rows = [listedApplication], stubs: Stubs = {}) =>
  openBackOffice(`/applications${search}`, {
    'GET /api/applications': list(rows),
    'GET /api/applications/stats': stats,
    'GET /api/applications/5': application,
    'GET /api/applications/former-options': [],
    'GET /api/jobs': [job],
    'GET /api/jobs/1': job,
    'GET /api/bulk': [],
    'GET /api/views': [],
    'GET /api/settings': [],
    'GET /api/templates': [],
    ...stubs,
  })

const bookedInterview = {
  id: 2,
  application_id: 5,
  minutes: 45,
  place: 'Room 2',
  note: '',
  attendees: [],
  conflicts: [],
  ends_at: null,
  reply: null,
  proposed_name: 'Ada Halloran',
  answered_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
}

const recordStubs: Stubs = {
  'GET /api/applications/5/activity': [],
  'GET /api/applications/5/also-applied': [],
  'GET /api/applications/5/email': [],
  'GET /api/applications/5/resume': new Response('%PDF-1.7'),
  'GET /api/applications/reviewers': [],
  'GET /api/bulk': [],
  'GET /api/applications': list([listedApplication]),
  'GET /api/applications/stats': stats,
  'GET /api/jobs/1': job,
  'GET /api/templates': [],
  'GET /api/settings': [],
  'GET /api/outbox/server': { mail_server: true },
}

/** Too narrow for the resume beside the text. */
async function openRecord(shown: object = application, stubs: Stubs = {}, tab = '') {
  if (innerWidth > 1000) await page.viewport(1000, 800)
  return openBackOffice(`/applications/5${tab && `?tab=${tab}`}`, {
    ...recordStubs,
    'GET /api/applications/5': shown,
    ...stubs,
  })
}

async function fromMenu(name: string) {
  await button('More actions for Mira Ostergard').click()
  await page.getByRole('menuitem', { name }).click()
}
/** The select for this application, in the panel of the sentence. */
async function chooseEmail(option: string) {
  await button('Change the email').click()
  await page.getByLabelText('Email the candidate').selectOptions(option)
  await userEvent.keyboard('{Escape}')
}

afterEach(async () => {
  vi.restoreAllMocks()
  await commands.emulateMedia({ media: null })
})

describe('The list of applications', () => {
  test.each([320, 390, 768, 1000, 1440])(
    'at %i px Update Status is a visible heading of a record',
    async (width) => {
      await page.viewport(width, 800)
      await openRecord()
      const heading = page.getByRole('heading', { name: 'Update Status' })
      await expect.element(heading).toBeVisible()
      const { clipPath } = getComputedStyle(heading.element())
      const box = heading.element().getBoundingClientRect()
      expect([clipPath, box.height > 8, box.bottom <= 800]).toEqual(['none', true, true])
    },
  )

  test('a row shows name, job, contact, date, notes and status', async () => {
    const notes = 'She asked good questions about the probes and the people. '.repeat(3).trim()
    await openList('?status=all', [{ ...listedApplication, notes, status: 'rejected' }])
    const row = page.getByRole('row')
    await expect.element(row).toBeVisible()
    const text = row.element().textContent.replace(/\s+/g, ' ')
    for (const words of [listedApplication.job_title, 'mira@example.org', '+353 1 234 5678', notes])
      expect(text).toContain(words)
    const time = row.element().querySelector('time')
    expect(time?.getAttribute('datetime')).toBe(listedApplication.created_at)
    const cut = row.getByText(notes, { exact: true }).element()
    expect(cut.scrollWidth).toBeGreaterThan(cut.clientWidth)
    expect(cut.parentElement?.querySelectorAll('svg')).toHaveLength(1)
    const statuses = row.getByRole('group', { name: 'Status of Mira Ostergard' })
    expect(statuses.getByRole('button').elements()).toHaveLength(4)
    await expect.element(button('Reject Mira Ostergard')).toBeDisabled()
    await expect.element(button("Download Mira Ostergard's resume")).toBeVisible()
    await expect
      .element(row.getByRole('link', { name: 'View Mira Ostergard' }))
      .toHaveAttribute('href', '/backoffice/applications/5')
  })

  test('active filters are listed and can be removed one by one or all at once', async () => {
    await openList('?status=pending&job_id=1')
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect.element(chips).toMatchTextContent('Status: Pending')
    await expect.element(chips).toMatchTextContent('Calibration Technician')
    await chips.getByRole('button', { name: /Pending/ }).click()
    await expect.poll(() => location.search).toBe('?job_id=1')
    await button('Clear All Filters').click()
    await expect.poll(() => location.search).toBe('')
  })

  test('the job filter shows Loading... and no wrong job until the jobs have loaded', async () => {
    const { stub, release } = held(list([job]))
    await openList('?job_id=1', [listedApplication], { 'GET /api/jobs': stub })
    await expect.element(button('Remove filter: Loading...')).toBeVisible()
    const select = page.getByLabelText('Job', { exact: true })
    const chosen = () => (select.element() as HTMLSelectElement).selectedOptions[0]?.textContent
    expect(chosen()).toBe('Loading jobs...')
    release()
    await expect.element(button('Remove filter: Calibration Technician')).toBeVisible()
    expect(chosen()).toBe('Calibration Technician')
  })

  test("a row's buttons save the status, and revert when saving fails", async () => {
    await openList('', [listedApplication], { 'PUT /api/applications/5': serverError })
    await button('Select Mira Ostergard').click()
    await expect.element(page.getByText(/^Mira Ostergard wasn't moved to Selected\./)).toBeVisible()
    await expect.element(button('Move Mira Ostergard to Pending')).toBeDisabled()
    await expect.element(button('Select Mira Ostergard')).toBeEnabled()
  })

  test('Escape asks before it discards an edited note, and returns the focus', async () => {
    await openList()
    await button('Notes on Mira Ostergard').click()
    const editor = dialog.getByRole('textbox', { name: 'Notes' })
    await expect.element(dialog.getByRole('toolbar')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Notes on Mira Ostergard')).toHaveFocus()
    await button('Notes on Mira Ostergard').click()
    await expect.element(dialog.getByRole('toolbar')).toBeVisible()
    await editor.click()
    await userEvent.keyboard('Half a ')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog.getByText('Discard what you typed?')).toBeVisible()
    await button('Keep editing').click()
    await expect.element(editor).toMatchTextContent('Half a')
    await editor.click()
    await userEvent.keyboard('{Escape}')
    await button('Discard').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(writes()).toEqual([])
  })

  test('a third export at the same time says what to do, and the dialog stays', async () => {
    const error = 'Two of your exports are still running. Wait until one of them has ended.'
    await openList('?status=all', [listedApplication], {
      'GET /api/applications/export.csv': problem(429, { error }),
    })
    await page.getByRole('checkbox', { name: 'Select Mira Ostergard' }).click()
    await button('Export…').click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await expect.element(dialog.getByText(error)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Export', exact: true })).toBeEnabled()
  })

  test('a failed load shows an error, and Retry loads the list', async () => {
    await openList('', [], { 'GET /api/applications': serverError })
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load applications' })
    await expect.element(alert).toBeVisible()
    stubApi({ 'GET /api/applications': list([listedApplication]) })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('row')).toBeVisible()
  })
})

describe('The dialog for a new application', () => {
  test('a server error is shown, nothing typed is lost, and saving can be repeated', async () => {
    await openList('?new=1', [], { 'POST /api/applications/manual': serverError })
    await userEvent.selectOptions(
      dialog.getByLabelText('Job', { exact: true }),
      'Calibration Technician',
    )
    for (const [label, text] of [
      ['First name', 'Paula'],
      ['Last name', 'Paper'],
      ['Email', 'paula@example.org'],
    ] as const)
      await dialog.getByLabelText(label).fill(text)
    await button('Create Application').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Something went wrong')
    await expect.element(dialog.getByLabelText('First name')).toHaveValue('Paula')
    stubApi({ 'POST /api/applications/manual': Response.json(application, { status: 201 }) })
    await button('Create Application').click()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

test('a bulk change of status says whose choice it follows, and whose it does not', async () => {
  const other = { ...listedApplication, id: 77, first_name: 'Ove' }
  setException(listedApplication.id, 'later')
  onTestFinished(() => setException(listedApplication.id, undefined))
  await openList('', [listedApplication, other], { 'GET /api/applications/77': serverError })
  await page.getByRole('checkbox', { name: 'Select Ove Ostergard' }).click()
  await button('Set status…').click()
  const usual = dialog.getByRole('radio', {
    name: 'As usual: what the job, you or the site has chosen',
  })
  await expect.element(usual).toBeChecked()
  const note = dialog.getByText(/^1 of them has a choice of its own, made in its record/)
  expect(note.query()).toBe(null)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: 'Select Mira Ostergard' }).click()
  await button('Set status…').click()
  await expect.element(note).toBeVisible()
})

test('a bulk action that fails says so, and can be started again', async () => {
  await openList('', [listedApplication], {
    'POST /api/applications/bulk/preview': serverError,
    'POST /api/applications/bulk': serverError,
  })
  await page.getByRole('checkbox', { name: 'Select Mira Ostergard' }).click()
  await button('Set status…').click()
  await expect.element(dialog.getByRole('button', { name: 'Set status' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Rejected' }).click()
  await dialog.getByRole('radio', { name: 'No email' }).click()
  await button('Set to Rejected').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Something went wrong')
  stubApi({ 'POST /api/applications/bulk': Response.json({}, { status: 201 }) })
  await button('Set to Rejected').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

describe('The record of an application', () => {
  test('shows letter, notes, contact, dates, job and actions', async () => {
    await openRecord({ ...application, reviewed_at: application.created_at })
    await expect
      .element(page.getByRole('heading', { name: 'Mira Ostergard', level: 1 }))
      .toBeVisible()
    for (const words of [
      'mira@example.org',
      '+353 1 234 5678',
      'Calibration Technician',
      'Port Ellery, Ireland',
      '€34,000–39,000 a year',
      'Applied',
      'Last reviewed',
    ])
      await expect.element(page.getByRole('main')).toMatchTextContent(words)
    await expect
      .element(page.getByRole('region', { name: 'Motivation letter' }))
      .toMatchTextContent('I check probes.')
    await expect
      .element(page.getByRole('region', { name: 'Notes' }))
      .toMatchTextContent('Called on Monday.')
    const edit = '/backoffice/applications/5/edit'
    const links = page.getByRole('main').getByRole('link', { name: /^Edit/ }).elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual([edit, `${edit}?scroll=notes`])
    const statuses = page.getByRole('group', { name: 'Update Status' })
    const buttons = statuses.getByRole('button').elements()
    expect(buttons.map(({ textContent }) => textContent?.trim())).toEqual([
      'Pending (current)',
      'Shortlisted',
      'Rejected',
      'Selected',
    ])
  })

  describe('Its frame', () => {
    const tab = (name: string) => page.getByRole('tab', { name })
    const box = (element: { element: () => Element }) => element.element().getBoundingClientRect()
    const letter = page.getByRole('heading', { name: 'Motivation letter' })
    const long = { ...application, motivation_letter: '<p>I check probes.</p>'.repeat(80) }

    test('from 64rem on it is one window high: resume, text and the decision in one line', async () => {
      await page.viewport(1440, 900)
      await openBackOffice('/applications/5', { ...recordStubs, 'GET /api/applications/5': long })
      await expect.element(letter).toBeVisible()
      await expect.element(button('Download Resume')).toBeInViewport()
      await expect.poll(() => box(grid).bottom).toBe(900)
      expect(box(grid).height).toBeLessThanOrEqual(65)
      expect(document.documentElement.scrollHeight).toBe(900)
      expect(box(letter).top).toBeLessThanOrEqual(130)
      expect(box(page.getByTitle("Mira Ostergard's resume")).right).toBeLessThan(box(letter).left)
      const panel = page.getByRole('tabpanel').element()
      expect(panel.scrollHeight).toBeGreaterThan(panel.clientHeight)
      expect(page.getByRole('main').getByRole('textbox').elements()).toEqual([])
      expect(await axeViolations()).toEqual([])
    })

    test('on a phone the page scrolls, the tabs stay in a row, and the bar has two lines', async () => {
      await page.viewport(390, 844)
      await openRecord(long)
      await expect.element(letter).toBeVisible()
      expect(box(letter).top).toBeLessThanOrEqual(200)
      expect(document.documentElement.scrollHeight).toBeGreaterThan(844)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      const tops = page
        .getByRole('tab')
        .elements()
        .map((one) => one.getBoundingClientRect().top)
      expect(new Set(tops).size).toBe(1)
      await expect.poll(() => box(grid).bottom).toBe(844)
      expect(box(grid).height).toBeLessThanOrEqual(90)
      for (const name of ['Pending', 'Shortlisted', 'Rejected', 'Selected'])
        await expect.element(grid.getByText(name, { exact: true })).toBeInViewport()
      const last = page.getByRole('link', { name: 'Edit Notes' }).element() as HTMLElement
      last.focus()
      expect(box({ element: () => last }).bottom).toBeLessThanOrEqual(box(grid).top)
      expect(await axeViolations()).toEqual([])
    })

    test('the resume is a tab where there is no room beside the text', async () => {
      await page.viewport(390, 844)
      await openRecord()
      await expect.element(letter).toBeVisible()
      await expect.element(button('Download Resume')).toBeVisible()
      expect(page.getByTitle("Mira Ostergard's resume").query()).toBe(null)
      await tab('Resume').click()
      await expect.element(page.getByTitle("Mira Ostergard's resume")).toBeVisible()
      await expect.element(button('Download Resume')).toBeVisible()
      await expect.element(letter).not.toBeInTheDocument()
      expect(location.search).toBe('?tab=resume')
      await page.viewport(1440, 900)
      await expect.element(tab('Application')).toHaveAttribute('aria-selected', 'true')
      await expect.element(tab('Resume')).not.toBeInTheDocument()
    })

    test('tabs move by arrows and by [ and ], and the address keeps the open one', async () => {
      await openRecord(application, {}, 'activity')
      // Nothing is in it.
      await expect.element(page.getByRole('region', { name: 'Activity' })).toBeInTheDocument()
      await userEvent.keyboard('[[')
      await expect.element(tab('Interviews')).toHaveAttribute('aria-selected', 'true')
      await userEvent.keyboard(']')
      await expect.element(tab('Activity')).toHaveAttribute('aria-selected', 'true')
      ;(tab('Activity').element() as HTMLElement).focus()
      await userEvent.keyboard('{Home}')
      await expect.element(tab('Resume')).toHaveAttribute('aria-selected', 'true')
      // Without waiting for the first.
      await userEvent.keyboard('{End}{Home}{ArrowRight}')
      await expect.element(tab('Application')).toHaveFocus()
      await expect.element(letter).toBeVisible()
      expect(location.search).toBe('')
      const panel = page.getByRole('tabpanel', { name: 'Application' })
      await expect.element(tab('Application')).toHaveAttribute('aria-controls', panel.element().id)
    })

    test('Interviews is a tab only where there are any, or one may propose', async () => {
      const rejected = { ...application, status: 'rejected' as const }
      await openRecord(rejected)
      await expect.element(tab('Activity')).toBeVisible()
      expect(tab('Interviews').query()).toBe(null)
    })

    test('it is printed as one sheet, whichever tab is open', async () => {
      await openRecord(
        { ...application, answers: [{ question_id: 1, kind: 'number', label: 'Years', value: 4 }] },
        {
          // Without any it has no height, and is visible only while it loads.
          'GET /api/applications/5/activity': [
            { kind: 'received', by: null, at: application.created_at },
          ],
          'GET /api/applications/5/evaluation': { ...noEvaluation, waived: true },
          'GET /api/applications/5/evaluations': [
            {
              id: 1,
              user_id: 2,
              author_name: 'Nia Newcomer',
              verdict: 4,
              text: 'Measured three rivers.',
              criteria: [],
              waived: false,
              created_at: application.created_at,
              updated_at: application.updated_at,
            },
          ],
        },
        'activity',
      )
      await expect.element(page.getByRole('region', { name: 'Activity' })).toBeVisible()
      await expect.element(page.getByText('Measured three rivers.')).toBeInTheDocument()
      await commands.emulateMedia({ media: 'print' })
      for (const words of [
        'I check probes.',
        'Called on Monday.',
        'Measured three rivers.',
        'Years',
      ])
        await expect.element(page.getByText(words)).toBeVisible()
      for (const words of ['mira@example.org', '€34,000–39,000 a year', 'K7QM2X', 'Status'])
        await expect.element(page.getByText(words, { exact: true })).toBeVisible()
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const name of ['Activity', 'Update Status'])
        expect(page.getByRole('heading', { name }).elements()).toEqual([])
      expect(page.getByRole('tab').elements()).toEqual([])
      await commands.emulateMedia({ media: null })
    })
  })

  test('views and opened files are one line of the activity, which opens and is not printed', async () => {
    const viewed = (by: string, at: string, times: number) => ({ kind: 'viewed', by, at, times })
    await openRecord(
      application,
      {
        'GET /api/applications/5/activity': [
          viewed('Rita Pike', '2026-03-05T09:00:00.000Z', 2),
          { kind: 'changed', by: 'Rita Pike', at: '2026-03-04T09:00:00.000Z' },
          viewed('Ada Halloran', '2026-03-03T09:00:00.000Z', 3),
          { ...viewed('Ada Halloran', '2026-03-03T09:00:00.000Z', 2), kind: 'downloaded' },
          { kind: 'received', by: null, at: '2026-03-02T09:00:00.000Z' },
        ],
      },
      'activity',
    )
    const activity = page.getByRole('region', { name: 'Activity' })
    const summary = activity.getByText(
      'Viewed 5 times, files opened 2 times by Rita Pike and Ada Halloran',
    )
    await expect.element(summary).toBeVisible()
    await expect.element(activity).toMatchTextContent('Rita Pike edited details or notes')
    const views = activity.getByText('Ada Halloran', { exact: true }).first()
    await expect.element(views).not.toBeVisible()
    await summary.click()
    await expect.element(views).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await commands.emulateMedia({ media: 'print' })
    await expect.element(summary).not.toBeInTheDocument()
    await commands.emulateMedia({ media: null })
  })

  test('the activity says what of an interview changed, and the picked time in the site’s zone', async () => {
    const at = '2026-11-20T09:00:00.000Z'
    const by = 'Rita Pike'
    await openRecord(
      application,
      {
        'GET /api/settings/public': [{ key: 'site_time_zone', value: 'Asia/Kathmandu' }],
        'GET /api/applications/5/activity': [
          { kind: 'interview_changed', at, by, changed: ['times', 'length', 'place'] },
          { kind: 'interview_booked', at, by: null, time: '2027-01-12T09:00:00.000Z' },
          { kind: 'interview_changed', at: '2026-11-19T09:00:00.000Z', by, changed: [] },
          { kind: 'interview_booked', at: '2026-11-18T09:00:00.000Z', by: null, time: null },
        ],
      },
      'activity',
    )
    const lines = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
    const texts = [
      /^Rita Pike changed the times, length and place of an interview/,
      /^The candidate picked Tuesday.* 12 January 2027 at 14:45 \(Asia\/Kathmandu, UTC\+05:45\) for an interview/,
      /^Rita Pike changed an interview/,
      /^The candidate picked a time for an interview/,
    ]
    for (const [index, text] of texts.entries())
      await expect.element(lines.nth(index)).toMatchTextContent(text)
  })

  test('notes are text until they are edited', async () => {
    await openRecord()
    const notes = page.getByRole('region', { name: 'Notes' })
    await expect.element(notes).toMatchTextContent('Called on Monday.')
    expect(notes.getByRole('textbox').query()).toBe(null)
    expect(page.getByRole('toolbar').query()).toBe(null)
    expect(await axeViolations()).toEqual([])
    await notes.getByRole('link', { name: 'Edit Notes' }).click()
    await expect.element(notes.getByRole('toolbar')).toBeVisible()
    const words = [...notes.element().querySelectorAll('h2, .field > .label')]
    expect(words.map(({ textContent }) => textContent?.trim())).toEqual(['Notes'])
    expect(await axeViolations()).toEqual([])
  })

  test('Escape leaves the comment or notes field, keeps its text, and keys work again', async () => {
    await openRecord()
    const comment = page.getByLabelText('Comment', { exact: true })
    const heading = page.getByRole('heading', { level: 1 })
    await expect.element(heading).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(comment).toHaveFocus()
    await userEvent.keyboard('Half a thought{Escape}')
    await expect.element(heading).toHaveFocus()
    await expect.element(comment).toHaveValue('Half a thought')

    const notes = page.getByRole('textbox', { name: 'Notes' })
    await userEvent.keyboard('n')
    await expect.element(page.getByRole('toolbar')).toBeVisible()
    await expect.element(notes).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('link', { name: 'Edit Notes' })).toHaveFocus()
    await userEvent.keyboard('n')
    await expect.element(page.getByRole('toolbar')).toBeVisible()
    await userEvent.keyboard(' Wrote again{Escape}')
    await expect.element(heading).toHaveFocus()
    await expect.element(notes).toMatchTextContent('Wrote again')
    await userEvent.keyboard('n')
    await expect.element(notes).toHaveFocus()
    expect(writes()).toEqual([])
  })

  test('text typed while a comment is being added stays', async () => {
    const { stub, release } = held({})
    await openRecord(application, { 'POST /api/applications/5/comments': stub }, 'conversation')
    const comment = page.getByLabelText('Comment', { exact: true })
    await page.getByRole('radio', { name: 'Comment for the team' }).click()
    await comment.fill('First')
    await button('Comment').click()
    await expect.element(button('Adding...')).toBeVisible()
    await comment.fill('Second')
    release()
    await expect.element(button('Comment')).toBeVisible()
    await expect.element(comment).toHaveValue('Second')
    await button('Comment').click()
    await expect.element(comment).toHaveValue('')
    expect(writes().map(({ body }) => body)).toEqual([{ text: 'First' }, { text: 'Second' }])
  })

  test('without a resume there is no download button', async () => {
    await openRecord({
      ...application,
      resume_path: null,
      resume_type: null,
      resume_name: null,
      resume_size: null,
    })
    await expect.element(page.getByRole('heading', { name: 'Update Status' })).toBeVisible()
    expect(page.getByRole('button', { name: /Download/ }).query()).toBe(null)
  })

  test('"Mark as informed" waits for the decision that is still being saved', async () => {
    const decided = { ...application, status: 'shortlisted' as const, updated_at: '2026-03-09' }
    const { stub, release } = held(decided)
    await openRecord(application, {
      'PUT /api/applications/5': stub,
      'POST /api/applications/5/mark-told': { ...decided, told_status: 'shortlisted' },
    })
    await button('Shortlisted').click()
    await fromMenu('Mark as informed')
    expect(writes().map(({ method }) => method)).toEqual(['PUT'])
    stubApi({ 'GET /api/applications/5': decided })
    release()
    await expect.poll(() => writes().map(({ method }) => method)).toEqual(['PUT', 'POST'])
  })

  test('"Mark as informed" does nothing about the decision before, if this one fails', async () => {
    const rejected = { ...application, status: 'rejected' as const }
    const { stub, release } = held(serverError)
    await openRecord(rejected, { 'PUT /api/applications/5': stub })
    await button('Shortlisted').click()
    await fromMenu('Mark as informed')
    release()
    await expect.element(page.getByText(/wasn’t marked as told/)).toBeVisible()
    expect(writes().map(({ method }) => method)).toEqual(['PUT'])
  })

  test('a status button reads Updating... while saving', async () => {
    const saved = { ...application, status: 'rejected' as const }
    const { stub, release } = held(saved)
    await openRecord(application, { 'PUT /api/applications/5': stub })
    await button('Rejected').click()
    await expect.element(grid).toMatchTextContent('Updating...')
    stubApi({ 'GET /api/applications/5': saved })
    release()
    await expect.element(grid).toMatchTextContent('Rejected (current)')
    expect(writes().map(({ body }) => body)).toMatchObject([{ status: 'rejected' }])
  })

  test('before a decision, a sentence says who will be emailed what and when', async () => {
    const template = (name: string, status: string) => ({
      id: 1,
      name,
      subject: name,
      body: '',
      status,
      created_at: application.created_at,
      updated_at: application.updated_at,
    })
    // Its name ends with its key.
    const choice = (name: string) => grid.getByRole('button', { name: new RegExp(`^${name}`) })
    await openRecord(application, {
      'GET /api/templates': [template('Invitation', 'shortlisted'), template('No', 'rejected')],
    })
    await chooseEmail('Email now')
    // Earlier tests leave the pointer where a button may be.
    const awayFromButtons = () => page.getByRole('heading', { level: 1 }).hover()
    await awayFromButtons()
    await expect.element(grid).toMatchTextContent('Email after 60 s: “Invitation” or “No”')
    await choice('Rejected').hover()
    const rejecting = 'Rejected sends “No” after 60 s.'
    await expect.element(grid).toMatchTextContent(rejecting)
    const described = choice('Rejected').element().getAttribute('aria-describedby')
    expect(document.getElementById(described ?? '')?.textContent).toBe(rejecting)
    await chooseEmail('Email later')
    ;(choice('Shortlisted').element() as HTMLElement).focus()
    await expect
      .element(grid)
      .toMatchTextContent(/Shortlisted sends “Invitation” tomorrow at [\d:]+/)
    expect(grid.element().getBoundingClientRect().height).toBeLessThanOrEqual(65)
    await page.viewport(390, 844)
    ;(choice('Selected').element() as HTMLElement).focus()
    await expect.element(grid).toMatchTextContent('Selected can’t send an email')
    ;(document.activeElement as HTMLElement).blur()
    await awayFromButtons()
    await expect.element(page.getByText(/^Email tomorrow/)).toBeInViewport()
    expect(await axeViolations()).toEqual([])
    await chooseEmail('No email (as usual)')
  })

  test('until somebody has chosen nothing is sent, and the bar asks, for all or for oneself', async () => {
    const nobody = { ...application, usual_tell: null, usual_tell_by: null }
    let shown: object = nobody
    await openRecord(nobody, {
      'GET /api/applications/5': () => shown,
      'PUT /api/applications/5': ({ body }: StubbedRequest) => {
        shown = { ...shown, ...(body as object) }
        return shown
      },
      'PUT /api/auth/profile': { ...own, tell: 'later' },
      'PUT /api/settings/key/decision_email': setting({ key: 'decision_email', value: 'never' }),
    })
    const ask = grid.getByRole('group', { name: 'Email candidates' })
    await expect.element(ask).toMatchTextContent('after 60 seconds· later· never')
    await button('Rejected').click()
    await expect
      .element(page.getByText('Mira Ostergard moved to Rejected. No email.'))
      .toBeVisible()
    expect(dialog.query()).toBe(null)
    await expect.element(ask).toBeVisible()
    await page.getByLabelText('For whom').selectOptions('for me')
    shown = { ...shown, usual_tell: 'later', usual_tell_by: 'person' }
    await ask.getByRole('button', { name: 'later' }).click()
    await expect.element(ask).not.toBeInTheDocument()
    const sent = writes().map(({ url, body }) => [url.pathname, body])
    expect(sent).toMatchObject([
      ['/api/applications/5', { status: 'rejected', tell: 'never' }],
      ['/api/auth/profile', { tell: 'later' }],
    ])
  })

  test('a choice in the bar counts once it is saved, and then the focus goes to the record', async () => {
    const answer = held(() => {
      shown = { ...nobody, usual_tell: 'now', usual_tell_by: 'site' }
      return setting({ key: 'decision_email', value: 'now' })
    })
    const nobody = { ...application, usual_tell: null, usual_tell_by: null }
    let shown: object = nobody
    let tries = 0
    await openRecord(nobody, {
      'GET /api/applications/5': () => shown,
      'PUT /api/settings/key/decision_email': (request: StubbedRequest) =>
        tries++ ? answer.stub(request) : problem(403, { error: 'Not allowed' }),
    })
    const ask = grid.getByRole('group', { name: 'Email candidates' })
    const now = ask.getByRole('button', { name: 'after 60 seconds' })
    const said = page.getByText('Decisions email candidates after 60 seconds from now on.')
    await now.click()
    await expect.element(page.getByText('Not allowed')).toBeVisible()
    await expect.element(ask).toBeVisible()
    expect(said.query()).toBe(null)
    await now.click()
    await expect.poll(() => tries).toBe(2)
    expect(said.query()).toBe(null)
    await expect.element(ask).toBeVisible()
    answer.release()
    await expect.element(said).toBeVisible()
    await expect.element(ask).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('an email that failed is reported also while nobody has chosen', async () => {
    const failed = { status: 'rejected', usual_tell: null, usual_tell_by: null }
    await openRecord({ ...application, ...failed, tell_error: 'Mailbox full' })
    const said = grid.getByText('The email was not sent: Mailbox full')
    const ask = grid.getByRole('group', { name: 'Email candidates' })
    for (const width of [1000, 390]) {
      await page.viewport(width, 844)
      await expect.element(said).toBeVisible()
      await expect.element(ask).toBeVisible()
      expect(grid.element().getBoundingClientRect().height).toBeLessThanOrEqual(90)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    expect(await axeViolations()).toEqual([])
  })

  test('a decision whose email was saved without a mail server is not called a failure', async () => {
    const tell_error = 'Not sent: no mail server is set up'
    await openRecord({ ...application, status: 'rejected', tell_error })
    await expect.element(grid.getByText(/The email is saved, not sent\.$/)).toBeVisible()
    expect(grid.getByText(tell_error).query()).toBe(null)
  })

  test.each([1440, 1000, 390])(
    'at %i px a rejection says first what it does to a booked interview',
    async (width) => {
      const time = '2099-01-12T13:45:00.000Z'
      await openRecord(application, {
        'GET /api/applications/5/interviews': [
          { ...bookedInterview, time, times: [time], state: 'booked' },
        ],
      })
      await page.viewport(width, 900)
      const rejected = grid.getByRole('button', { name: /^Rejected/ })
      await expect.element(rejected).toBeVisible()
      ;(rejected.element() as HTMLElement).focus()
      const sentence = grid
        .getByText(/^Rejecting cancels the booked interview in 60 seconds/)
        .first()
      await expect.element(sentence).toBeVisible()
      const all = sentence.element() as HTMLElement
      expect(all.title).toContain('Rejected sends no email.')
      expect(grid.element().getBoundingClientRect().height).toBeLessThanOrEqual(90)
      if (width > 390) {
        expect(grid.element().getBoundingClientRect().height).toBeLessThanOrEqual(65)
        expect(all.scrollHeight).toBeLessThanOrEqual(all.clientHeight)
      }
    },
  )

  test('once nobody is emailed by choice, nothing says that they don’t know', async () => {
    await openRecord({ ...application, status: 'rejected' })
    await expect.element(grid).toMatchTextContent('Email: none')
    await expect.element(grid).not.toMatchTextContent('know')
    await button('More actions for Mira Ostergard').click()
    await expect.element(page.getByRole('menuitem', { name: 'Mark as informed' })).toBeVisible()
  })

  test('forced colors show which status is the current one', async () => {
    await openRecord()
    await expect.element(grid).toMatchTextContent('Pending (current)')
    await commands.emulateMedia({ forcedColors: 'active' })
    const fills = grid
      .getByRole('button')
      .elements()
      .map((each) => getComputedStyle(each).backgroundColor)
    await commands.emulateMedia({ forcedColors: 'none' })
    expect(fills[0]).not.toBe(fills[1])
    expect(new Set(fills.slice(1, 4)).size).toBe(1)
  })

  test('answers are shown before the letter, with their questions, and a file is downloaded', async () => {
    const answers = [
      { kind: 'single_choice', label: 'When could you start?', value: 'At once' },
      { kind: 'multiple_choice', label: 'Which shifts?', value: ['Days', 'Weekends'] },
      { kind: 'long_text', label: 'What did you build last?', value: 'A boat.\nThen a shed.' },
      { kind: 'number', label: 'Years in the trade', value: 12.5 },
      { kind: 'date', label: 'Available from', value: '2027-02-28' },
      { kind: 'file', label: 'Certificate', value: 'mira.pdf' },
    ].map((answer, at) => ({ ...answer, question_id: at + 1 }))
    const without = { motivation_letter: '', resume_path: null, resume_type: null }
    await openRecord(
      { ...application, ...without, answers },
      {
        'GET /api/applications/5/answers/6/file': new Response('%PDF-1.7'),
        'GET /api/jobs/1': { ...job, letter: 'off', resume: 'off' },
      },
    )
    const region = page.getByRole('region', { name: 'Answers', exact: true })
    await expect.element(region).toBeVisible()
    const headings = [...document.querySelectorAll('main h2')].map((it) => it.textContent)
    expect(headings.indexOf('Answers')).toBe(headings.indexOf('Motivation letter') - 1)
    const texts = (selector: string) =>
      [...region.element().querySelectorAll(selector)].map((it) => it.textContent)
    for (const part of ['letter', 'resume'])
      await expect.element(page.getByText(`No ${part} was asked for.`)).toBeVisible()
    expect(texts('dt')).toEqual(answers.map(({ label }) => label))
    expect(texts('dd :is(li, p, span)')).toEqual([
      'At once',
      'Days',
      'Weekends',
      'A boat.\nThen a shed.',
      '12.5',
      '28 February 2027',
      'mira.pdf',
    ])
    expect(await axeViolations()).toEqual([])
    await button('Download mira.pdf').click()
    await expect
      .poll(() => requests.some(({ url }) => url.pathname.endsWith('/answers/6/file')))
      .toBe(true)
  })

  test('a failed status change keeps the status and offers Retry', async () => {
    await openRecord(application, { 'PUT /api/applications/5': serverError })
    await button('Selected').click()
    const toast = page.getByRole('alert').filter({ hasText: "wasn't moved to Selected" })
    await expect.element(toast).toBeVisible()
    await expect.element(grid).toMatchTextContent('Pending (current)')
    const saved = { ...application, status: 'selected' as const }
    stubApi({ 'PUT /api/applications/5': saved, 'GET /api/applications/5': saved })
    await toast.getByRole('button', { name: 'Retry' }).click()
    await expect.element(grid).toMatchTextContent('Selected (current)')
  })

  test('reasons chosen while one is saved are saved after it, the last one only', async () => {
    const rejected = { ...application, status: 'rejected' as const }
    const first = held({ ...rejected, reason_id: 1, updated_at: '2026-03-02T10:00:00.000Z' })
    await openRecord(rejected, {
      'GET /api/rejection-reasons': [1, 2, 3].map((id) => ({
        id,
        name: `Reason ${id}`,
        template_id: null,
      })),
      'PUT /api/applications/5': first.stub,
    })
    const select = page.getByLabelText('Reason for rejection')
    for (const id of [1, 2, 3]) await select.selectOptions(`Reason ${id}`)
    await expect.element(select).toHaveValue('3')
    const saved = { ...rejected, reason_id: 3, updated_at: '2026-03-02T11:00:00.000Z' }
    stubApi({ 'PUT /api/applications/5': saved, 'GET /api/applications/5': saved })
    first.release()
    await expect
      .poll(() => writes().map(({ body }) => body))
      .toEqual([
        { reason_id: 1, updated_at: application.updated_at },
        { reason_id: 3, updated_at: '2026-03-02T10:00:00.000Z' },
      ])
    await expect.element(select).toHaveValue('3')
  })

  test('a refused status change names the colleague who made another one meanwhile', async () => {
    const current = { ...application, status: 'shortlisted' as const }
    await openRecord(application, {
      'PUT /api/applications/5': problem(409, {
        error: 'Someone else saved changes',
        current,
        changed_by: 'Hanna Quist',
      }),
    })
    await button('Selected').click()
    const reason = 'Hanna Quist moved them to Shortlisted.'
    await expect.element(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  })

  test.each([
    ['by the screen', []],
    ['by the server, before the templates have loaded', held([])],
  ])('a decision without a template is refused %s', async (_, templates) => {
    await openRecord(application, {
      'GET /api/templates': 'stub' in templates ? templates.stub : templates,
      'PUT /api/applications/5': problem(400, {
        error: 'There is no template for this decision',
        details: [{ path: ['tell'], message: 'There is no template for this decision' }],
      }),
    })
    await chooseEmail('Email now')
    const isLoading = 'stub' in templates
    await expect
      .poll(() => document.getElementById('consequence')?.textContent === '')
      .toBe(isLoading)
    await grid.getByRole('button', { name: /^Rejected/ }).click()
    const refusal = grid.getByRole('alert')
    await expect.element(refusal).toMatchTextContent('There is no template for Rejected')
    await expect.element(grid).toMatchTextContent('Pending (current)')
    await expect.element(page.getByLabelText('Messages')).not.toBeVisible()
    expect(writes()).toHaveLength(isLoading ? 1 : 0)
    await chooseEmail('No email (as usual)')
    await expect.element(refusal).not.toBeInTheDocument()
  })

  test('a failed resume download offers Retry', async () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    await openRecord(application, { 'GET /api/applications/5/resume': serverError })
    await page.getByRole('tab', { name: 'Resume' }).click()
    await button('Download Resume').click()
    const toast = page.getByRole('alert').filter({ hasText: "Couldn't download" })
    await expect.element(toast).toBeVisible()
    stubApi({
      'GET /api/applications/5/resume': new Response('%PDF-1.7', {
        headers: { 'Content-Disposition': 'attachment; filename="resume-Mira.pdf"' },
      }),
    })
    await toast.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => names).toEqual(['resume-Mira.pdf'])
  })

  test('a resume download that the server refuses has no Retry', async () => {
    const gone = problem(404, { error: 'This application has no resume' })
    await openRecord(application, { 'GET /api/applications/5/resume': gone })
    await page.getByRole('tab', { name: 'Resume' }).click()
    await button('Download Resume').click()
    const messages = page.getByRole('region', { name: 'Messages' })
    const toast = messages.getByRole('alert').filter({ hasText: 'This application has no resume' })
    await expect.element(toast).toBeVisible()
    expect(toast.getByRole('button', { name: 'Retry' }).query()).toBe(null)
  })

  test('a failed load shows an error with the way back, and Retry loads it', async () => {
    await openRecord(application, { 'GET /api/applications/5': serverError })
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load application details' })
    await expect.element(alert.getByRole('link', { name: 'Back to Applications' })).toBeVisible()
    stubApi({ 'GET /api/applications/5': application })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect
      .element(page.getByRole('heading', { name: 'Mira Ostergard', level: 1 }))
      .toBeVisible()
  })
})
