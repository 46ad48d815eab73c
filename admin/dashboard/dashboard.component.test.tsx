import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import type { dashboardRow } from '#api/office/dashboard/contract/row.ts'
import type { notificationList } from '#api/office/notifications/contract/row.ts'
import { unnamedAdministrator } from '#api/office/setup/contract/administrator.ts'
import { setupItems } from '#api/office/setup/contract.ts'
import { problem, requests, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own, setting } from '#scripts/testing/components/rows.ts'

type Dashboard = z.infer<typeof dashboardRow>

const dashboard: Dashboard = {
  since: own.created_at,
  changes: [],
  waiting: 2,
  untold: 2,
  due: { today: 0, late: 0 },
  step_due: 0,
  jobs: { open: 0, rows: [] },
  my_jobs: [],
  interviews: [],
  client_secret_ends_on: null,
}
const stubs = {
  'GET /api/dashboard': dashboard,
  'POST /api/dashboard/seen': undefined,
  'GET /api/setup': [],
  // The sidebar's own jobs.
  'GET /api/jobs': [],
  'GET /api/applications/stats': { pending: 4, shortlisted: 3, rejected: 2, selected: 1 },
}
const hrefs = (links: Locator) => links.elements().map((link) => link.getAttribute('href'))

describe('The dashboard', () => {
  test.each(['', '/dashboard'])(
    'at /backoffice%s it shows application counts and quick actions',
    async (path) => {
      await openBackOffice(path, stubs)
      await expect
        .element(page.getByRole('heading', { name: 'Welcome back, Ada Halloran', level: 1 }))
        .toBeVisible()
      const applications = page.getByRole('region', { name: 'Applications', exact: true })
      for (const [name, count] of [
        ['Pending', 4],
        ['Shortlisted', 3],
        ['Rejected', 2],
        ['Selected', 1],
      ] as const)
        await expect
          .element(applications.getByRole('link', { name: new RegExp(`^${name} ?${count}$`) }))
          .toHaveAttribute('href', `/backoffice/applications?status=${name.toLowerCase()}`)
      expect(hrefs(applications.getByRole('link'))).toContain('/backoffice/applications')
      const cards = page.getByRole('region', { name: 'Quick actions' }).getByRole('link')
      const places = ['pages', 'jobs', 'applications', 'users'].map((one) => `/backoffice/${one}`)
      expect(hrefs(cards).toSorted()).toEqual([...places, '/'].toSorted())
      const jobs = (name: string) => page.getByRole('link', { name, exact: true }).elements().length
      expect([jobs('Jobs'), jobs('Jobs Create and manage job openings')]).toEqual([1, 1])
    },
  )

  describe('what waits for the person', () => {
    const mine = page.getByRole('region', { name: 'For you' })
    const none = { unread: 0, notifications: [] }
    const mention = (id: number, is_unread: boolean) => ({
      kind: 'mention' as const,
      id,
      is_unread,
      at: own.created_at,
      application_id: id,
      applicant: 'Cleo Marsh',
      by: 'Rita Pike',
      text: `What do you think, @Ada Halloran? ${'Please answer soon. '.repeat(9)}`,
    })
    const open = (
      shown: Partial<Dashboard>,
      notifications: object = none,
      user: typeof own | typeof staff = own,
    ) =>
      openBackOffice(
        '/dashboard',
        {
          ...stubs,
          'GET /api/dashboard': { ...dashboard, ...shown },
          'GET /api/notifications': notifications,
          'GET /api/applications/stats': ({ url }: { url: URL }) => ({
            ...stubs['GET /api/applications/stats'],
            ...(url.searchParams.has('unread') && { pending: 0, selected: 0, rejected: 0 }),
          }),
        },
        user,
      )
    const staff = { ...own, role: 'user' as const, permissions: ['edit_pages' as const] }

    test('comes first: due, waiting, mentioned and unread, each with a link to it', async () => {
      await open({ waiting: 4, untold: 2, due: { today: 1, late: 2 }, step_due: 3 }, {
        unread: 2,
        notifications: [
          mention(3, true),
          mention(4, false),
          {
            kind: 'email',
            id: 9,
            at: own.created_at,
            is_unread: true,
            to_address: 'nils@example.org',
            subject: 'Your application',
          },
        ],
      } satisfies z.infer<typeof notificationList>)
      const links = mine.getByRole('link')
      const texts = () => links.elements().map(({ textContent }) => textContent)
      await expect
        .poll(texts)
        .toEqual([
          expect.stringMatching(/^2 overdue · 2 decided, not told yet/),
          expect.stringMatching(/^1 reply due today/),
          expect.stringMatching(/^3 steps due/),
          expect.stringContaining('Rita Pike mentioned you about Cleo Marsh What do you think'),
          expect.stringMatching(/^3 unread applications/),
          expect.stringMatching(/^1 email failed/),
        ])
      const list = '/backoffice/applications'
      expect(hrefs(links)).toEqual([
        `${list}?waiting=true`,
        `${list}?due=true&sort=created_at`,
        `${list}?step_due=true`,
        `${list}/3?tab=conversation`,
        `${list}?unread=true`,
        '/backoffice/email?state=failed',
      ])
      const tiles = page.getByRole('region', { name: 'Applications', exact: true })
      for (const width of [1440, 768, 390]) {
        await page.viewport(width, 844)
        const [first, second] = [mine, tiles].map((it) => it.element().getBoundingClientRect())
        if (width < 1280) expect(first?.bottom).toBeLessThan(second?.top ?? 0)
        else
          expect([first?.top, (first?.right ?? 0) < (second?.left ?? 0)]).toEqual([
            second?.top,
            true,
          ])
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      }
      expect(await axeViolations()).toEqual([])
    })

    test('is one sentence when nothing does', async () => {
      await open({ waiting: 0, untold: 0, due: { today: 0, late: 0 } })
      stubApi({
        'GET /api/applications/stats': { pending: 0, shortlisted: 0, rejected: 0, selected: 0 },
      })
      dispatchEvent(new Event('visibilitychange'))
      await expect.element(mine).toMatchTextContent('Nothing waits for you.')
      expect(mine.getByRole('link').elements()).toEqual([])
      expect(await axeViolations()).toEqual([])
    })

    test('counts an application once that was due today and is overdue now', async () => {
      // Of three due by today, two are overdue by the hour.
      await open({ waiting: 2, untold: 0, due: { today: 2, late: 1 } })
      await expect.element(mine.getByRole('link', { name: '2 overdue' })).toBeVisible()
      await expect.element(mine.getByRole('link', { name: '1 reply due today' })).toBeVisible()
    })

    test('has numbers that end above 10,000, where counting stopped', async () => {
      await open({ waiting: 10_004, untold: 1, due: { today: 2, late: 10_001 }, step_due: 10_001 })
      await expect
        .element(mine.getByRole('link', { name: '10,000+ overdue · 1 decided, not told yet' }))
        .toBeVisible()
      await expect.element(mine.getByRole('link', { name: '10,000+ steps due' })).toBeVisible()
    })

    test('is shown also when the look could not be recorded', async () => {
      await openBackOffice('/dashboard', {
        ...stubs,
        'GET /api/notifications': none,
        'POST /api/dashboard/seen': serverError,
      })
      await expect
        .element(mine.getByRole('link', { name: '2 decided, not told yet' }))
        .toBeVisible()
    })

    test('says when it could not be loaded, and Retry loads it', async () => {
      await openBackOffice('/dashboard', {
        ...stubs,
        'GET /api/notifications': none,
        'GET /api/dashboard': serverError,
      })
      await expect.element(mine.getByText('Failed to load what waits for you')).toBeVisible()
      await expect.element(mine).toHaveAttribute('aria-busy', 'false')
      expect(await axeViolations()).toEqual([])
      stubApi({ 'GET /api/dashboard': dashboard })
      await mine.getByRole('button', { name: 'Retry' }).click()
      await expect
        .element(mine.getByRole('link', { name: '2 decided, not told yet' }))
        .toBeVisible()
    })

    test('is not shown to people who do not review applications', async () => {
      await open({ waiting: null, untold: null, due: null } as never, none, staff)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(mine.query()).toBe(null)
    })
  })

  test('the own interviews of today come with hours, job and place, and lead to the record', async () => {
    const interview = {
      id: 3,
      application_id: 5,
      first_name: 'Cleo',
      job_title: 'Baker',
      time: '2026-03-02T09:00:00.000Z',
      minutes: 45,
      place: `Harbor office ${'second floor '.repeat(20)}`,
      time_zone: 'Asia/Kathmandu',
    }
    const link = { ...interview, id: 4, application_id: 6, place: 'https://meet.example.org/1' }
    await openBackOffice('/dashboard', {
      ...stubs,
      'GET /api/dashboard': { ...dashboard, interviews: [interview, link] },
    })
    const today = page.getByRole('region', { name: 'Today' })
    await expect
      .element(today.getByRole('listitem').first())
      .toMatchTextContent(/^14:45–15:30 Cleo\s*Baker\s*Harbor office/)
    await expect.element(today.getByText('Asia/Kathmandu, UTC+05:45')).toBeVisible()
    expect(hrefs(today.getByRole('link'))).toEqual([
      '/backoffice/interviews',
      '/backoffice/applications/5',
      '/backoffice/applications/6',
      link.place,
    ])
    for (const width of [1440, 390]) {
      await page.viewport(width, 844)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    expect(await axeViolations()).toEqual([])
  })

  test('without an interview today there is no such part', async () => {
    await openBackOffice('/dashboard', stubs)
    await expect.element(page.getByRole('region', { name: 'For you' })).toBeVisible()
    expect(page.getByRole('heading', { name: 'Today' }).query()).toBe(null)
  })

  test('the end of the client secret is named to those who are told of it, with where to go', async () => {
    const shown = (client_secret_ends_on: string | null) =>
      openBackOffice('/dashboard', {
        ...stubs,
        'GET /api/dashboard': { ...dashboard, client_secret_ends_on },
      })
    const { unmount } = await shown('2999-03-31')
    const notice = page.getByRole('region', { name: /^The client secret for Microsoft 365/ })
    await expect.element(notice).toMatchTextContent(/ends on 31 March 2999/)
    await expect
      .element(notice.getByRole('link'))
      .toHaveAttribute('href', '/backoffice/settings/email')
    for (const width of [1440, 320]) {
      await page.viewport(width, 844)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    expect(await axeViolations()).toEqual([])
    await unmount()
    const after = await shown('2020-03-31')
    await expect.element(notice).toMatchTextContent(/ended on 31 March 2020/)
    await after.unmount()
    await shown(null)
    await expect.element(page.getByRole('region', { name: 'For you' })).toBeVisible()
    // Shown from the cache until the dashboard is read again.
    await expect.element(notice).not.toBeInTheDocument()
  })

  describe('what changed since the day one was last here', () => {
    const change = {
      job_id: 3,
      job_title: 'Baker',
      at: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
      new_applications: 0,
      newest: [],
      changes: [],
    } satisfies Dashboard['changes'][number]
    const open = (shown: Partial<Dashboard>) =>
      openBackOffice('/dashboard', { ...stubs, 'GET /api/dashboard': { ...dashboard, ...shown } })
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()

    test('is named by job: who applied, what candidates and colleagues did, how long ago', async () => {
      await open({
        since: yesterday,
        changes: [
          {
            ...change,
            new_applications: 4,
            newest: [
              { id: 7, name: 'Cleo Marsh' },
              { id: 6, name: 'Nils Berg' },
            ],
            changes: [
              { kind: 'message', count: 2 },
              { kind: 'booked', count: 1 },
            ],
          },
          { ...change, job_id: 4, job_title: 'Miller', changes: [{ kind: 'decided', count: 5 }] },
        ],
      })
      const since = page.getByRole('region', { name: 'Since yesterday' })
      await expect
        .element(since.getByRole('listitem').first())
        .toMatchTextContent(
          /^Baker\s*Cleo Marsh, Nils Berg and 2 more applied · 2 wrote · 1 booked an interview\s*2 h ago$/,
        )
      await expect
        .element(since.getByRole('listitem').nth(1))
        .toMatchTextContent(/^Miller\s*5 decided/)
      expect(hrefs(since.getByRole('link'))).toEqual([
        '/backoffice/applications?job_id=3',
        '/backoffice/applications/7',
        '/backoffice/applications/6',
        '/backoffice/applications?job_id=4',
      ])
      for (const width of [1440, 768, 390, 320]) {
        await page.viewport(width, 844)
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
        expect(await axeViolations()).toEqual([])
      }
    })

    test('is one sentence when nothing did', async () => {
      await open({ since: yesterday })
      await expect
        .element(page.getByText('Nothing changed on your jobs since yesterday.'))
        .toBeVisible()
    })

    test('is the same after a reload: the server keeps the day', async () => {
      const { unmount } = await open({ since: yesterday, changes: [change] })
      const since = page.getByRole('region', { name: 'Since yesterday' })
      await expect.element(since).toBeVisible()
      await unmount()
      await open({ since: yesterday, changes: [change] })
      await expect.element(since).toBeVisible()
      const asked = requests.filter(({ url }) => url.pathname === '/api/dashboard')
      expect(asked.map(({ url }) => url.search)).toEqual(asked.map(() => ''))
    })
  })

  test('jobs have a bar of their applications by status, with a legend', async () => {
    const counts = { pending: 5, shortlisted: 0, rejected: 2, selected: 1 }
    const mine = { id: 3, title: 'Baker', closes_on: null, ...counts }
    const other = { ...mine, id: 4, title: 'Miller', pending: 0, rejected: 0, selected: 0 }
    await openBackOffice(
      '/dashboard',
      {
        ...stubs,
        'GET /api/dashboard': {
          ...dashboard,
          my_jobs: [mine],
          jobs: { open: 2, rows: [other] },
        } satisfies Dashboard,
      },
      { ...own, team_jobs: [3] },
    )
    const region = page.getByRole('region', { name: 'My jobs' })
    await expect
      .element(region.getByRole('img', { name: '5 pending, 2 rejected, 1 selected' }))
      .toBeVisible()
    await expect
      .element(region.getByRole('list', { name: 'Colors of the bars' }))
      .toMatchTextContent(/Pending\s*Shortlisted\s*Rejected\s*Selected/)
    const others = page.getByRole('region', { name: 'Other open jobs' })
    await expect.element(others.getByText('No applications')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('the header shows the user, a link to the site and Logout', async () => {
    await openBackOffice('/dashboard', stubs)
    await expect.element(page.getByRole('banner')).toMatchTextContent('Ada Halloran')
    const site = page.getByRole('link', { name: 'View Site' }).first()
    await expect.element(site).toHaveAttribute('href', '/')
    await expect.element(site).toHaveAttribute('target', '_blank')
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('counts that fail to load are reported, and Retry loads them', async () => {
    await openBackOffice('/dashboard', { ...stubs, 'GET /api/applications/stats': serverError })
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't load the numbers." })
    await expect.element(alert).toBeVisible()
    stubApi({ 'GET /api/applications/stats': stubs['GET /api/applications/stats'] })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('link', { name: /^Pending ?4$/ })).toBeVisible()
  })
})

describe('Somebody without permissions', () => {
  const member = { ...own, role: 'user' as const, permissions: [] as never[] }
  const words = page.getByText(
    'Somebody has to add you to a hiring team; then its applications are here.',
  )

  test('reads what to wait for', async () => {
    await openBackOffice('/dashboard', stubs, member)
    await expect.element(words).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('reads it no more once on a hiring team', async () => {
    await openBackOffice('/dashboard', stubs, { ...member, team_jobs: [1] })
    await expect.element(page.getByRole('link', { name: 'View All Applications' })).toBeVisible()
    expect(words.query()).toBe(null)
  })
})

describe('Setting up', () => {
  const steps = (done: boolean) =>
    setupItems.map((item) => ({ item, done, skipped: false, unfinished: false }))
  const open = (done = false, settings = [name, address], user: typeof own | typeof staff = own) =>
    openBackOffice(
      '/dashboard',
      {
        ...stubs,
        'GET /api/setup': steps(done),
        'GET /api/settings': settings,
        'GET /api/outbox/server': { mail_server: true },
      },
      user,
    )
  const staff = { ...own, role: 'user' as const, permissions: ['manage_settings' as const] }
  const name = setting({ key: 'site_name', value: 'Company Name' })
  const address = setting({ id: 2, key: 'public_url' })
  const form = page.getByRole('form', { name: 'Name and address' })
  const field = (label: string) => form.getByLabelText(label, { exact: true })
  const writes = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const live = page.getByRole('main').getByRole('link', { name: 'Your site is live' })

  test('name and address are asked for in the list itself', async () => {
    await open()
    stubApi({ 'PUT /api/settings/1': name, 'PUT /api/settings/2': address })
    await expect.element(field('Company name')).toHaveValue('')
    expect(await axeViolations()).toEqual([])
    await field('Company name').fill('Harbor Bakery')
    await field('Site address').fill('jobs.harbor-bakery.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Name and address saved')).toBeVisible()
    expect(writes()).toEqual([
      { value: 'Harbor Bakery', updated_at: name.updated_at },
      { value: 'https://jobs.harbor-bakery.example', updated_at: address.updated_at },
    ])
  })

  test('an administrator without a name is asked for it first, and then greeted by it', async () => {
    const unnamed = { ...own, ...unnamedAdministrator }
    await open(false, [name, address], unnamed)
    await expect.element(field('Your first name')).toBeVisible()
    expect(
      [...form.element().querySelectorAll('label')].map(({ textContent }) => textContent?.trim()),
    ).toEqual(['Your first name', 'Your last name', 'Company name', 'Site address'])
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(form.getByText('Enter your first name')).toBeVisible()
    await expect.element(form.getByText('Enter your last name')).toBeVisible()
    await expect.element(field('Your first name')).toHaveFocus()
    expect(writes()).toEqual([])
    stubApi({
      'PUT /api/auth/profile': { ...own, first_name: 'Marie', last_name: 'Dune' },
      'PUT /api/settings/1': name,
      'PUT /api/settings/2': address,
    })
    await field('Your first name').fill('Marie')
    await field('Your last name').fill('Dune')
    await field('Company name').fill('Harbor Bakery')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: 'Welcome back, Marie Dune', level: 1 }))
      .toBeVisible()
    expect(writes()[0]).toEqual({ first_name: 'Marie', last_name: 'Dune' })
  })

  test('the tagline that came with the site is shown to be replaced', async () => {
    const tagline = setting({ id: 3, key: 'site_tagline', value: settingDefaults.site_tagline })
    await open(false, [{ ...name, value: 'Harbor Bakery' }, tagline, address])
    stubApi({ 'PUT /api/settings/3': tagline })
    await expect.element(field('Tagline')).toHaveValue(settingDefaults.site_tagline)
    await field('Tagline').fill('Bread at six in the morning')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Name and address saved')).toBeVisible()
    expect(writes()).toEqual([
      { value: 'Bread at six in the morning', updated_at: tagline.updated_at },
    ])
  })

  test('an invalid name or address is refused beside its field', async () => {
    await open()
    await field('Site address').fill('our shop')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(form.getByText('Enter your company name')).toBeVisible()
    await expect.element(field('Company name')).toHaveFocus()
    expect(writes()).toEqual([])
    const message = 'Must be an address such as https://careers.example.com'
    stubApi({
      'PUT /api/settings/1': name,
      'PUT /api/settings/2': problem(400, {
        error: message,
        details: [{ path: ['value'], message }],
      }),
    })
    await field('Company name').fill('Harbor Bakery')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(form.getByText(message)).toBeVisible()
    await expect.element(field('Site address')).toHaveAttribute('aria-invalid', 'true')
    expect(await axeViolations()).toEqual([])
  })

  test('a failure is reported beside the field that was not saved', async () => {
    await open()
    stubApi({ 'PUT /api/settings/1': name, 'PUT /api/settings/2': serverError })
    await field('Company name').fill('Harbor Bakery')
    await field('Site address').fill('jobs.harbor-bakery.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(form.getByText(/Failed to update setting/)).toBeVisible()
    await expect.element(field('Site address')).toHaveFocus()
  })

  test('the address is only asked of admins', async () => {
    await open(false, [name, address], staff)
    await expect.element(field('Company name')).toBeVisible()
    expect(field('Site address').query()).toBe(null)
  })

  test('the last step leads to the live site, and stays under the focus when all are done', async () => {
    await open()
    const list = page.getByRole('region', { name: 'Set up your site' })
    await expect.element(list).toMatchTextContent('0 of 7 done')
    await expect
      .element(list.getByRole('listitem').last().getByRole('link'))
      .toHaveAttribute('href', '/backoffice/live')
    live.element().focus()
    stubApi({ 'GET /api/setup': steps(true) })
    dispatchEvent(new Event('visibilitychange'))
    await expect.element(list).toMatchTextContent('7 of 7 done')
    await expect.element(live).toHaveFocus()
  })

  test('the next visit shows the live site without the list', async () => {
    await open(true)
    await expect.element(live).toHaveAttribute('href', '/backoffice/live')
    expect(page.getByRole('region', { name: 'Set up your site' }).query()).toBe(null)
  })
})
