import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { jobRow, suggestionsRow } from '#api/website/jobs/contract/row.ts'
import { adText } from '#scripts/testing/components/ad-text.ts'
import {
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  serverError,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job, own } from '#scripts/testing/components/rows.ts'

type Job = z.infer<typeof jobRow>
type Question = NonNullable<Job['questions']>[number]

const suggestions = {
  teams: ['Bakery'],
  places: [],
  countries: ['PT', 'IE'],
  contacts: [],
  pay_currency: null,
  pay_unit: null,
} satisfies z.infer<typeof suggestionsRow>

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function copyLink() {
  await button(`More actions for ${job.title}`).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
}
const writes = () =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }: StubbedRequest) => body)
const heading = page.getByRole('heading', { name: 'Jobs Management' })

const openJobs = (path: string, stubs: Stubs = {}, user: object = own) =>
  openBackOffice(
    `/jobs${path}`,
    {
      'GET /api/jobs': [job],
      'GET /api/jobs/1': job,
      'GET /api/jobs/suggestions': suggestions,
      'GET /api/appearance/published': serverError,
      'GET /api/settings': [],
      ...stubs,
    },
    { ...own, ...user },
  )

describe('The list of jobs', () => {
  test('filters are in the URL, the number found is shown, and all can be cleared', async () => {
    const bakery = { ...job, id: 2, title: 'Baker', team: 'Bakery' }
    await openJobs('', {
      'GET /api/jobs': ({ url }: StubbedRequest) =>
        url.searchParams.get('state') === 'inactive'
          ? list([])
          : url.searchParams.get('team') === 'Bakery'
            ? list([bakery])
            : list([job, bakery]),
    })
    await userEvent.selectOptions(page.getByLabelText('Team'), 'Bakery')
    await expect.element(page.getByText('Showing 1 job', { exact: true })).toBeVisible()
    await expect.poll(() => location.search).toBe('?team=Bakery')
    await userEvent.selectOptions(page.getByLabelText('State'), 'inactive')
    await expect.element(page.getByText('No jobs match these filters')).toBeVisible()
    await button('Clear All Filters').click()
    await expect.element(page.getByRole('heading', { name: job.title })).toBeVisible()
    await expect.poll(() => location.search).toBe('')
  })

  test('rows have the job’s facts, its owner and a bar of its applications with a legend', async () => {
    await page.viewport(1440, 900)
    const closed = { ...job, id: 2, title: `Baker ${'at night '.repeat(30)}`, is_active: false }
    await openJobs('', { 'GET /api/jobs': [{ ...job, owners: ['Rita Pike'] }, closed] })
    const row = page.getByRole('listitem').filter({ hasText: 'Calibration' })
    for (const text of [
      'Active',
      '3 applications',
      job.location_text,
      job.salary_text,
      'Rita Pike',
    ])
      await expect.element(row).toMatchTextContent(new RegExp(text))
    await expect.element(row).toMatchTextContent(/You check the probes/)
    await expect.element(row).toMatchTextContent(/Created 2 Mar 2026/)
    await expect.element(row.getByRole('img', { name: '2 pending, 1 shortlisted' })).toBeVisible()
    await expect
      .element(page.getByRole('list', { name: 'Colors of the bars' }))
      .toMatchTextContent(/Pending\s*Shortlisted/)
    const left = () =>
      page
        .getByRole('img', { name: '2 pending, 1 shortlisted' })
        .elements()
        .map((bar) => bar.getBoundingClientRect().left)
    expect(new Set(left()).size).toBe(1)
    for (const width of [1440, 768, 390, 320]) {
      await page.viewport(width, 900)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      const { height } = row
        .getByRole('link', { name: /3 applications/ })
        .element()
        .getBoundingClientRect()
      expect(height).toBeGreaterThanOrEqual(24)
      expect(await axeViolations()).toEqual([])
    }
  })

  test('all filters are in one row; a phone has them behind a button', async () => {
    await page.viewport(1440, 900)
    await openJobs('?team=Bakery', {}, { team_jobs: [1] })
    const tops = () =>
      new Set(
        [...document.querySelectorAll('main select, main input[type="search"]')].map(
          (it) => it.getBoundingClientRect().top,
        ),
      ).size
    await expect.element(page.getByLabelText('Hiring team')).toBeVisible()
    expect(tops()).toBe(1)
    await page.viewport(390, 844)
    await button('Filter (1)').click()
    await expect.element(page.getByLabelText('Team', { exact: true })).toHaveValue('Bakery')
    await userEvent.selectOptions(page.getByLabelText('State'), 'inactive')
    await expect.poll(() => location.search).toBe('?team=Bakery&state=inactive')
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Filter (2)')).toHaveFocus()
    const first = page.getByRole('heading', { name: job.title }).element()
    expect(first.getBoundingClientRect().top).toBeLessThan(300)
  })

  test('a row that leaves the list with its filter gives the focus to the title', async () => {
    const inactive = { ...job, is_active: false }
    let isActive = false
    await openJobs('?state=inactive', {
      'GET /api/jobs': () => list(isActive ? [] : [inactive]),
      'POST /api/jobs/1/activate': () => {
        isActive = true
        return job
      },
    })
    await button(`Activate ${job.title}`).click()
    await expect.element(page.getByText('No jobs match these filters')).toBeVisible()
    await expect.element(heading).toHaveFocus()
  })

  test('a deactivated job has no link to the site, and Undo activates it', async () => {
    let isActive = true
    const now = () => ({ ...job, is_active: isActive })
    const become = (active: boolean) => () => {
      isActive = active
      return now()
    }
    await openJobs('', {
      'GET /api/jobs': () => list([now()]),
      'POST /api/jobs/1/deactivate': become(false),
      'PUT /api/jobs/1': become(true),
    })
    const view = page.getByRole('link', { name: `View ${job.title} on the site` })
    await expect.element(view).toBeVisible()
    await button(`Deactivate ${job.title}`).click()
    await expect.element(page.getByText(`“${job.title}” was deactivated`)).toBeVisible()
    await expect.element(button(`Activate ${job.title}`)).toBeVisible()
    await expect.element(view).not.toBeInTheDocument()
    await button('Undo').click()
    await expect.element(button(`Deactivate ${job.title}`)).toBeVisible()
    await expect.element(view).toBeVisible()
  })

  test('Copy link copies the address of the job', async () => {
    const copied: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
    await openJobs('')
    await copyLink()
    await expect.element(page.getByText(`The link to “${job.title}” was copied`)).toBeVisible()
    expect(copied).toEqual([`${location.origin}/jobs/1/apply`])
  })

  test('where copying is not allowed, the address is shown and selected', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
    await openJobs('')
    await copyLink()
    const address = page.getByRole('dialog').getByLabelText('Address')
    await expect.element(address).toHaveValue(`${location.origin}/jobs/1/apply`)
    await expect.element(address).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button(`More actions for ${job.title}`)).toHaveFocus()
  })

  test('a failed deletion shows the error, and deletes on the second try', async () => {
    let tries = 0
    await openJobs('', {
      'GET /api/jobs': () => list(tries === 2 ? [] : [job]),
      'DELETE /api/jobs/1': () => {
        tries += 1
        return tries === 1 ? serverError() : undefined
      },
    })
    await button(`Delete ${job.title}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Something went wrong')
    expect(tries).toBe(1)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('No job openings yet')).toBeVisible()
  })
})

describe('The form of a job', () => {
  const title = page.getByLabelText('Job Title *')

  test('an incomplete job shows its errors and focuses the first field', async () => {
    await openJobs('/new')
    await button('Create Job').click()
    await expect.element(page.getByText(/title is required/i)).toBeVisible()
    await expect.element(page.getByText(/description is required/i)).toBeVisible()
    await expect.element(title).toHaveFocus()
    const frame = page.getByLabelText('Job ad', { exact: true })
    const editor = adText('Job Description *')
    await expect.element(editor).toHaveAttribute('aria-invalid', 'true')
    await expect
      .element(editor)
      .toHaveAttribute('aria-description', expect.stringMatching(/required/))
    await expect.element(frame).toHaveAccessibleDescription(/required/)
    expect(writes()).toEqual([])
  })

  test('only the description has aria-required', async () => {
    await openJobs('/new')
    for (const [name, isRequired] of [
      ['Job Description *', 'true'],
      ['Requirements', 'false'],
    ] as const)
      await expect.element(adText(name)).toHaveAttribute('aria-required', isRequired)
  })

  test('no sticky bar covers the fields in a low window (400 % zoom)', async () => {
    await page.viewport(320, 256)
    await openJobs('/1/edit')
    await expect.element(title).toBeVisible()
    title.element().focus()
    title.element().scrollIntoView({ block: 'center' })
    for (const bar of [page.getByRole('banner').first(), button('Update Job')]) {
      const { top, bottom } = bar.element().getBoundingClientRect()
      expect(bottom <= 0 || top >= 256).toBe(true)
    }
  })

  test('a place keeps its country when the suggestions of earlier jobs arrive', async () => {
    const place = { locality: 'Cork', region: null, postal_code: null, street: null, country: 'IE' }
    const lisbon = { ...place, locality: 'Lisbon', country: 'PT' }
    await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, places: [place], workplace: 'onsite' },
      'GET /api/jobs/suggestions': { ...suggestions, places: [lisbon] },
    })
    await expect.element(page.getByText(/From earlier jobs:/).first()).toBeVisible()
    await expect.element(page.getByLabelText('Country *')).toHaveValue('IE')
  })

  test('countries of a remote job are found by typing, and survive opening the form again', async () => {
    const { unmount } = await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, workplace: 'remote' },
    })
    const countries = page.getByLabelText('Countries people can work from')
    await countries.click()
    for (const name of ['irel', 'portu', 'spa']) {
      await userEvent.keyboard(name)
      await userEvent.keyboard('{Enter}')
    }
    await button('Remove Spain').click()
    await expect.element(countries).toHaveFocus()
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('["IE","PT"]')
    await unmount()
    const remote = { ...job, workplace: 'remote', remote_countries: ['IE', 'PT'] }
    await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, workplace: 'remote' },
      'PUT /api/jobs/1': remote,
    })
    await expect.element(page.getByText('We restored your unsaved changes.')).toBeVisible()
    const chosen = page.getByRole('list', { name: 'Chosen countries' }).getByRole('listitem')
    expect(chosen.elements().map(({ textContent }) => textContent)).toEqual(['Ireland', 'Portugal'])
    await button('Update Job').click()
    await expect.element(heading).toBeVisible()
    expect(writes()).toMatchObject([{ workplace: 'remote', remote_countries: ['IE', 'PT'] }])
  })

  test("a draft restored later still takes over a colleague's change", async () => {
    const { unmount } = await openJobs('/1/edit')
    await page.getByLabelText(/^Location/).fill('Here')
    await expect.poll(() => JSON.stringify(sessionStorage)).toContain('Here')
    await unmount()
    const theirs = { ...job, salary_range: 'Enough', updated_at: '2026-03-03T09:00:00.000Z' }
    await openJobs('/1/edit', {
      'GET /api/jobs/1': theirs,
      'PUT /api/jobs/1': ({ body }: StubbedRequest) =>
        (body as Job).updated_at === theirs.updated_at
          ? theirs
          : problem(409, { error: 'Changed', current: theirs }),
    })
    await expect.element(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await button('Update Job').click()
    await expect.element(page.getByText(/changes were kept too/)).toBeVisible()
    expect(writes().at(-1)).toMatchObject({ location: 'Here', salary_range: 'Enough' })
  })
})

describe('The questions of a job', () => {
  const question = {
    id: 7,
    kind: 'single_choice',
    label: 'When could you start?',
    help: null,
    required: true,
    options: ['At once', 'Later'],
  } satisfies Question
  const { id: _, ...copy } = question

  async function openSection() {
    const title = page.getByText('Letter, resume and questions', { exact: true })
    await expect.element(title).toBeVisible()
    if (!title.element().closest('details')?.open) await title.click()
  }

  test('questions copied from another job are saved as new questions', async () => {
    const source = { ...job, id: 2, title: 'Diver', questions: [question] }
    await openJobs('/1/edit', {
      'GET /api/jobs': list([job, source]),
      'PUT /api/jobs/1': job,
    })
    await openSection()
    await button('Copy from another job').click()
    await userEvent.selectOptions(page.getByLabelText('Job to copy from'), '2')
    await button('Copy questions').click()
    await expect
      .element(page.getByRole('textbox', { name: 'Question', exact: true }))
      .toHaveValue(question.label)
    await button('Update Job').click()
    await expect.element(heading).toBeVisible()
    const [saved] = writes() as { questions: object[] }[]
    expect(saved?.questions).toHaveLength(1)
    expect(saved?.questions[0]).toMatchObject(copy)
    expect(saved?.questions[0]).not.toHaveProperty('id')
  })

  test('a question that someone else removed can be saved as a new one', async () => {
    const theirs = { ...job, questions: null, updated_at: '2026-03-03T09:00:00.000Z' }
    const unknown = [{ path: ['questions', 0, 'id'], message: 'No such question' }]
    await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, questions: [question] },
      'PUT /api/jobs/1': ({ body }: StubbedRequest) => {
        const { updated_at, questions } = body as Job
        if (updated_at !== theirs.updated_at)
          return problem(409, { error: 'Changed', current: theirs })
        return questions?.[0]?.id
          ? problem(400, { error: 'No such question', details: unknown })
          : theirs
      },
    })
    const help = page
      .getByRole('group', { name: 'Question 1', exact: true })
      .getByLabelText(/^Help/)
    await openSection()
    await help.fill('In one sentence.')
    await button('Update Job').click()
    await expect.element(page.getByText(/Choose a version for: Questions\./)).toBeVisible()
    await page.getByRole('radio', { name: /^Yours/ }).click()
    await button('Update Job').click()
    await expect.element(heading).toBeVisible()
    const last = writes().at(-1) as { questions: object[] }
    expect(last.questions[0]).toMatchObject({ ...copy, help: 'In one sentence.' })
    expect(last.questions[0]).not.toHaveProperty('id')
  })
})

describe('The outline of the job form', () => {
  const outline = page.getByRole('navigation', { name: 'Parts of this form' })
  const link = (name: string) => outline.getByRole('link', { name })

  test.each([
    [390, 844],
    [1440, 900],
    [1440, 1600],
  ])('stays in view, marks the part in view and leads to it: %i px', async (width, height) => {
    await page.viewport(width, height)
    await openJobs('/new')
    await expect.element(link('Text')).toHaveAttribute('aria-current', 'true')
    for (const name of ['Details', 'Application form', 'Text']) {
      link(name).element().focus()
      await userEvent.keyboard('{Enter}')
      const part = page.getByRole('heading', { name, exact: true, level: 2 })
      await expect.element(part).toHaveFocus()
      await expect.element(part).toBeInViewport()
      await expect.element(link(name)).toHaveAttribute('aria-current', 'true')
      await expect.element(outline).toBeInViewport()
      expect(outline.element().querySelectorAll('[aria-current]')).toHaveLength(1)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(await axeViolations()).toEqual([])
  })

  test('the buttons below it cover no focused field', async () => {
    await page.viewport(1440, 700)
    await openJobs('/new')
    await page.getByText('Letter, resume and questions', { exact: true }).click()
    const bar = button('Create Job').element().closest('div') as HTMLElement
    for (const name of ['Location', 'Salary range', 'Resume', 'Motivation letter']) {
      const field = page.getByLabelText(new RegExp(`^${name}`)).element()
      field.focus()
      const { bottom } = field.getBoundingClientRect()
      expect(bottom).toBeLessThanOrEqual(bar.getBoundingClientRect().top)
    }
  })
})

describe('People and Steps beside the ad', () => {
  const outline = page.getByRole('navigation', { name: 'Parts of this form' })
  const link = (name: string) => outline.getByRole('link', { name, exact: true })
  const update = button('Update Job')

  test('replace it in turn, with one bar to save at a time, and keep what is typed', async () => {
    await openJobs('/1/edit')
    const title = page.getByLabelText('Job Title *')
    const cancel = page.getByRole('link', { name: 'Cancel', exact: true })
    await link('People').click()
    await expect.element(page.getByRole('heading', { name: 'People' })).toHaveFocus()
    expect(update.query()).toBe(null)
    await expect.element(cancel).toHaveAttribute('href', '/backoffice/jobs')
    await link('Steps').click()
    await button('Add a step to Pending').click()
    await expect.element(button('Save steps')).toBeVisible()
    await expect.element(cancel).toBeVisible()
    await link('Text').click()
    await title.fill('Harbor Diver')
    expect(
      outline
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Text', 'Details', 'Application form', 'Search and sharing', 'People', 'Steps'])
    await link('People').click()
    await expect.element(page.getByRole('heading', { name: 'People' })).toHaveFocus()
    await expect.element(page.getByLabelText('Add a colleague')).toBeVisible()
    await expect.element(title).not.toBeVisible()
    await expect.element(update).toBeVisible()
    expect(location.hash).toBe('#people')
    expect(await axeViolations()).toEqual([])
    await link('Steps').click()
    await expect.element(button('Add a step to Pending')).toBeVisible()
    await expect.element(page.getByLabelText('Add a colleague')).not.toBeVisible()
    // It saves the steps, too.
    await expect.element(update).toBeVisible()
    expect(button('Save steps').query()).toBe(null)
    await link('Details').click()
    await expect.element(page.getByRole('heading', { name: 'Details' })).toHaveFocus()
    await expect.element(title).toHaveValue('Harbor Diver')
    await expect.element(update).toBeVisible()
    expect(location.hash).toBe('')
  })

  test('a new job has none yet, and says when', async () => {
    await openJobs('/new')
    await expect.element(link('Application form')).toBeVisible()
    expect(link('People').query()).toBe(null)
    await expect
      .element(page.getByText('Add the hiring team and steps after creating it.'))
      .toBeVisible()
  })
})

test('the form says which location and which salary visitors read', async () => {
  const place = { locality: 'Cork', region: null, postal_code: null, street: null, country: 'IE' }
  await openJobs('/1/edit', {
    'GET /api/jobs/1': { ...job, places: [place], workplace: 'onsite', salary_range: null },
  })
  const location = page.getByLabelText(/^Location/)
  await expect
    .element(page.getByText('Visitors read this. Where below is for Google and the filters.'))
    .toBeVisible()
  await location.fill('')
  await expect
    .element(
      page.getByText('Visitors read “Cork, Ireland”, from Where below. Type here to replace it.'),
    )
    .toBeVisible()
  await expect.element(page.getByText(/^Visitors read no salary yet/)).toBeVisible()
})

test('the first amount of pay brings the currency of the job’s country', async () => {
  const place = { locality: 'Leeds', region: null, postal_code: null, street: null, country: 'GB' }
  await openJobs('/1/edit', { 'GET /api/jobs/1': { ...job, places: [place] } })
  await page.getByRole('heading', { name: 'Pay' }).click()
  await page.getByLabelText('From', { exact: true }).fill('40000')
  await expect.element(page.getByLabelText('Currency', { exact: true })).toHaveValue('GBP')
})

describe('The search preview of the job form', () => {
  const preview = page.getByRole('complementary', { name: 'Search and sharing' })
  const place = { locality: 'Cork', region: null, postal_code: null, street: null, country: 'IE' }

  test('folds to one line once Google has all it needs, and opens when something is removed', async () => {
    await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, places: [place], workplace: 'onsite' },
    })
    await expect.element(preview.getByText('Google will list this job')).toBeVisible()
    const title = preview.getByText('Title', { exact: true })
    await expect.element(title).not.toBeVisible()
    await preview.getByText('Details').click()
    await expect.element(title).toBeVisible()
    await preview.getByText('Details').click()
    await button('Remove place 1').click()
    await expect.element(preview).toMatchTextContent('Google needs 1 more thing')
    await expect.element(title).toBeVisible()
    // Without a title it is one line.
    await page.getByLabelText('Job Title *').fill('')
    await expect.element(title).not.toBeVisible()
  })

  test('is never green while the closing date is in the past', async () => {
    const whole = {
      ...job,
      places: [place],
      workplace: 'onsite',
      pay_min: 30,
      pay_currency: 'EUR',
      pay_unit: 'hour',
      employment_types: ['FULL_TIME'],
    }
    await openJobs('/1/edit', { 'GET /api/jobs/1': { ...whole, closes_on: '2026-01-05' } })
    await expect.element(preview).toMatchTextContent(/its closing date has passed/)
    expect(preview.getByText('Google will list this job', { exact: true }).query()).toBe(null)
    await preview.getByText('Details').click()
    const date = preview.getByRole('listitem').filter({ hasText: 'Closing date' })
    await expect.element(date).toMatchTextContent('in the past, recommended')
    await expect.element(date).not.toHaveAttribute('data-state', 'present')
  })

  test('a new job shows nothing in red before it is submitted', async () => {
    await openJobs('/new')
    await expect.element(preview).toMatchTextContent('Google needs 3 more things')
    const checks = preview.getByText('Google for Jobs')
    await expect.element(checks).not.toBeVisible()
    await page.getByLabelText('Job Title *').fill('Diver')
    await expect.element(checks).toBeVisible()
    await page.getByLabelText('Job Title *').fill('')
    await expect.element(checks).not.toBeVisible()
    const red = (element: Element) => {
      const { color } = getComputedStyle(element)
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--red-ink)'
      const isRed = getComputedStyle(probe).color === color
      probe.remove()
      return isRed
    }
    const shown = () => [...document.querySelectorAll('main *')].filter((it) => it.clientHeight)
    expect(shown().filter(red)).toEqual([])
    await button('Create Job').click()
    await expect.element(page.getByText(/title is required/i)).toBeVisible()
    expect(shown().filter(red)).not.toEqual([])
  })

  test('follows the input, and its links focus the fields', async () => {
    await openJobs('/1/edit', {
      'GET /api/jobs/1': { ...job, workplace: 'onsite' },
    })
    const title = page.getByLabelText('Job Title *')
    await title.fill('Harbor Diver')
    await expect
      .element(preview)
      .toMatchTextContent('Harbor Diver - Careers | Brackwater Instruments')
    await title.fill('')
    await expect.element(preview).toMatchTextContent('Google needs 2 more things')
    await preview.getByText('Details').click()
    const links = () => [...preview.element().querySelectorAll<HTMLElement>('a[href^="#"]')]
    const focusesItsField = (link: HTMLElement) => {
      const field = link.getAttribute('href')?.slice(1)
      link.click()
      // The description is in a frame.
      return (
        document.activeElement?.closest(field === 'description' ? 'iframe' : `#${field}`) !== null
      )
    }
    const missing = preview.getByRole('listitem').filter({ hasText: 'missing, required' }).first()
    await missing.getByRole('link', { name: 'Title' }).click()
    await expect.element(title).toHaveFocus()
    await expect.element(page.getByRole('toolbar').first()).toBeVisible()
    expect(links().filter((link) => !focusesItsField(link))).toEqual([])
    await page.getByRole('radio', { name: 'Remote' }).click()
    await expect.element(preview.getByRole('link', { name: 'Country to work from' })).toBeVisible()
    expect(links().filter((link) => !focusesItsField(link))).toEqual([])
    await expect
      .element(preview.getByRole('link', { name: 'Employer (in Settings)' }))
      .toHaveAttribute('href', '/backoffice/settings#setting-site_name')
    expect(await axeViolations()).toEqual([])
  })

  test('names who can change the employer to staff who do not manage settings', async () => {
    await openJobs('/1/edit', {}, { role: 'user', permissions: ['manage_jobs'] })
    const employer = preview.getByRole('listitem').filter({ hasText: 'Employer' })
    await expect.element(employer).toMatchTextContent('ask someone who manages the settings')
    expect(employer.getByRole('link').query()).toBe(null)
  })
})
