import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { list, requests, type Stubs, serverError } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job, own } from '#scripts/testing/components/rows.ts'

const open = (
  stats = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 },
  user: Parameters<typeof openBackOffice>[2] = own,
  stubs: Stubs = {},
) =>
  openBackOffice(
    '/tags',
    { 'GET /api/tags': serverError, 'GET /api/applications/stats': stats, ...stubs },
    user,
  )
const places = page.getByRole('navigation', { name: 'Back office' })
const names = () =>
  places
    .getByRole('link')
    .elements()
    .map((link) => link.textContent.trim())
const seven = ['Dashboard', 'Applications', 'Interviews', 'Jobs', 'Pages', 'Users', 'Settings']
const longName = { first_name: 'Maximiliane Theodora', last_name: 'von der Schulenburg-Wolfsburg' }

describe('The sidebar', () => {
  test.each([
    [1440, 900],
    [1366, 600],
    [1024, 768],
  ])('at %i x %i View Site, the full name and Logout are on screen', async (width, height) => {
    await page.viewport(width, height)
    await open(undefined, { ...own, ...longName })
    const full = page.getByText(`${longName.first_name} ${longName.last_name}`)
    await expect.element(full).toBeVisible()
    expect(full.element().scrollHeight).toBeLessThanOrEqual(full.element().clientHeight + 1)
    for (const shown of [
      page.getByRole('link', { name: 'View Site' }),
      full,
      page.getByRole('button', { name: 'Logout' }),
    ]) {
      const { top, bottom } = shown.element().getBoundingClientRect()
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThanOrEqual(height)
    }
  })

  test('an admin has seven places and View Site', async () => {
    await open()
    await expect.poll(names).toEqual([...seven, 'View Site'])
    const [head] = places.getByRole('link', { name: 'Settings' }).all()
    await expect.element(head!).toHaveAttribute('data-current', 'true')
  })

  test.each([
    ['/applications?q=x', 'Applications', 'page'],
    ['/applications/1', 'Applications', 'true'],
    ['/redirects', 'Pages', 'true'],
    ['/settings', 'Settings', 'page'],
    ['/settings/email', 'Settings', 'true'],
  ])('at %s only %s is current: %s', async (path, name, current) => {
    await openBackOffice(path, { '*': serverError })
    await expect
      .element(places.getByRole('link', { name, exact: true }))
      .toHaveAttribute('aria-current', current)
    expect(places.element().querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  test('counts stop at 99+ and leave the word whole', async () => {
    await open({ pending: 1968, shortlisted: 0, rejected: 0, selected: 0 })
    const count = page.getByText('99+', { exact: true })
    await expect.element(count).toBeVisible()
    const link = page.getByRole('link', { name: 'Applications', exact: true })
    await expect
      .element(link)
      .toHaveAccessibleDescription('1,968 unread, 1,968 waiting for a reply')
    const range = document.createRange()
    const word = document.evaluate(
      './/text()[.="Applications"]',
      link.element(),
      null,
      XPathResult.FIRST_ORDERED_NODE_TYPE,
    ).singleNodeValue!
    range.selectNodeContents(word)
    expect(range.getBoundingClientRect().right).toBeLessThan(
      count.element().getBoundingClientRect().left,
    )
  })
})

describe('Saved filters and own jobs', () => {
  const views = Array.from({ length: 7 }, (_, at) => ({
    id: at + 1,
    name: `Filter ${at + 1}`,
    query: `status=pending&q=${at + 1}`,
  }))
  const jobs = Array.from({ length: 2 }, (_, at) => ({
    ...job,
    id: at + 1,
    title: `Own job ${at + 1}`,
  }))
  const stubs = { 'GET /api/views': views, 'GET /api/jobs': list(jobs, 2) }
  const member = { ...own, team_jobs: [1, 2] }

  test('five filters stand below Applications, own jobs below Jobs', async () => {
    await page.viewport(1440, 900)
    await open(undefined, member, stubs)
    await expect
      .poll(names)
      .toEqual([
        'Dashboard',
        'Applications',
        ...views.slice(0, 5).map(({ name }) => name),
        'Interviews',
        'Jobs',
        'Own job 1',
        'Own job 2',
        'Pages',
        'Users',
        'Settings',
        'View Site',
      ])
    await expect
      .element(places.getByRole('link', { name: 'Filter 2' }))
      .toHaveAttribute('href', '/backoffice/applications?status=pending&q=2')
    await expect
      .element(places.getByRole('link', { name: 'Own job 2' }))
      .toHaveAttribute('href', '/backoffice/jobs/2/edit')
    expect(requests.find(({ url }) => url.pathname === '/api/jobs')?.url.search).toContain(
      'mine=true',
    )
  })

  test('without manage_jobs own jobs stand below Applications and lead to their applications', async () => {
    const reviewer = { ...member, role: 'user' as const, permissions: [] }
    await openBackOffice('/profile', { '*': serverError, ...stubs, 'GET /api/views': [] }, reviewer)
    await expect
      .poll(names)
      .toEqual(['Dashboard', 'Applications', 'Own job 1', 'Own job 2', 'Interviews', 'View Site'])
    await expect
      .element(places.getByRole('link', { name: 'Own job 1' }))
      .toHaveAttribute('href', '/backoffice/applications?job_id=1')
  })

  test('only as many are shown as fit above View Site and the name', async () => {
    await page.viewport(1280, 520)
    await open(undefined, member, stubs)
    await expect.poll(() => names().length).toBeGreaterThan(seven.length + 1)
    expect(names().length).toBeLessThan(seven.length + 1 + 7)
    const last = places.getByRole('link', { name: 'Settings' }).element().getBoundingClientRect()
    const site = page.getByRole('link', { name: 'View Site' }).element().getBoundingClientRect()
    expect(last.bottom).toBeLessThanOrEqual(site.top)
    await page.viewport(1280, 360)
    await expect.poll(names).toEqual([...seven, 'View Site'])
  })
})

describe('Below 64rem', () => {
  const menu = page.getByRole('button', { name: 'Menu' })
  const sheet = page.getByRole('dialog', { name: 'Menu' })

  test.each([1023, 768, 390, 320])(
    'at %i px Menu, the full name and Logout are in one bar',
    async (width) => {
      await page.viewport(width, 800)
      await open(undefined, { ...own, ...longName })
      for (const shown of [
        menu,
        page.getByRole('link', { name: `${longName.first_name} ${longName.last_name}` }),
        page.getByRole('button', { name: 'Logout' }),
      ]) {
        await expect.element(shown).toBeVisible()
        const { left, right } = shown.element().getBoundingClientRect()
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(width)
      }
      expect(places.query()).toBe(null)
      expect(document.documentElement.scrollWidth).toBe(width)
      expect(await axeViolations()).toEqual([])
    },
  )

  test('Menu opens the places in a sheet; Escape closes it and Menu has the focus again', async () => {
    await page.viewport(390, 800)
    await open()
    await menu.click()
    await expect.element(sheet).toBeVisible()
    expect(sheet.element().matches(':modal')).toBe(true)
    expect(names()).toEqual([...seven, 'View Site'])
    expect(await axeViolations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
  })

  test('a place closes the sheet and opens, also the one that is open already', async () => {
    await page.viewport(390, 800)
    await open(undefined, undefined, { '*': serverError })
    await menu.click()
    await sheet.getByRole('link', { name: 'Users' }).click()
    await expect.element(page.getByRole('heading', { name: 'Users Management' })).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    await menu.click()
    await sheet.getByRole('link', { name: 'Users' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  })
})

describe('The tabs of an area', () => {
  const links = (name: string) =>
    page
      .getByRole('navigation', { name })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent)

  test('each screen of Pages has the others as tabs, in its own address', async () => {
    await openBackOffice('/menus', { '*': serverError })
    await expect
      .poll(() => links('Pages'))
      .toEqual(['Pages', 'Images', 'Menus', 'Appearance', 'Redirects', 'Deleted'])
    const tabs = page.getByRole('navigation', { name: 'Pages' })
    await expect
      .element(tabs.getByRole('link', { name: 'Menus' }))
      .toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: 'Redirects' }).click()
    await expect.element(page.getByRole('heading', { name: 'Redirects', level: 1 })).toBeVisible()
    expect(location.pathname).toBe('/backoffice/redirects')
    await expect
      .element(places.getByRole('link', { name: 'Pages' }))
      .toHaveAttribute('data-current', 'true')
  })

  test('the column of the settings leads to categories and to screens of their own', async () => {
    await openBackOffice('/tags', { '*': serverError })
    await expect
      .poll(() => links('Settings'))
      .toEqual([
        'General',
        'Contact',
        'SEO',
        'Analytics',
        'File Uploads',
        'System',
        'Social Media',
        'Jobs',
        'Candidates',
        'Hiring',
        'Email',
        'Privacy',
        'API',
        'Webhooks',
      ])
    expect(links('Hiring')).toEqual(['Steps', 'Tags', 'Templates'])
    await expect
      .element(
        page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Hiring' }),
      )
      .toHaveAttribute('aria-current', 'true')
  })

  test('only one place in the column is current, also below the address of the settings', async () => {
    await openBackOffice('/settings/email', { '*': serverError })
    const column = page.getByRole('navigation', { name: 'Settings' })
    const current = () =>
      [...column.element().querySelectorAll('[aria-current]')].map((link) => link.textContent)
    await expect.element(column).toBeVisible()
    expect(current()).toEqual(['Email'])
  })
})
