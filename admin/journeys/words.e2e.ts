import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visibleText } from '#api/http/contract/text.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
const expectNewTab = async (link: Locator, href: string) => {
  expect(await hrefs(link)).toEqual([href])
  expect(await link.getAttribute('target')).toBe('_blank')
}
const expectWords = async (place: Locator, words: unknown[]) => {
  const text = ((await place.textContent()) ?? '').replace(/\s+/g, ' ')
  for (const word of words) expect(text).toContain(String(word).replace(/\s+/g, ' '))
}
/** The text of the first paragraph. */
const firstParagraph = (html = '') => visibleText(html.split('</p>')[0] ?? '')
describe('Back-office screens show', () => {
  const journey = startJourney()
  const one = (sql: string) => journey.rows(sql)[0] as Record<string, string>

  test('the user, a link to the site and Logout on every screen', async () => {
    const page = await journey.open('/backoffice/settings', as)
    await page.getByRole('banner').getByText('Ada Halloran').waitFor()
    const site = page.getByRole('link', { name: 'View Site' })
    await expectNewTab(site, '/')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
  })

  test.each(['/backoffice', '/backoffice/dashboard'])(
    'application counts and quick actions on the dashboard at %s',
    async (path) => {
      const page = await journey.open(path, as)
      await page.getByRole('heading', { name: 'Welcome back, Ada Halloran', level: 1 }).waitFor()
      const applications = page.getByRole('region', { name: 'Applications', exact: true })
      await applications.getByRole('link', { name: 'View All Applications' }).waitFor()
      await applications.getByRole('link', { name: /waiting for a reply/ }).waitFor()
      expect(await hrefs(applications.getByRole('link'))).toEqual([
        '/backoffice/applications',
        ...['pending', 'shortlisted', 'rejected', 'selected'].map(
          (status) => `/backoffice/applications?status=${status}`,
        ),
        '/backoffice/applications?waiting=true',
      ])
      for (const status of ['pending', 'shortlisted', 'rejected', 'selected']) {
        const { n } = one(`SELECT count(*) AS n FROM applications WHERE status = '${status}'`)
        await applications
          .getByRole('link', { name: new RegExp(`^${status} ?${n}$`, 'i') })
          .waitFor()
      }
      const cards = page.getByRole('region', { name: 'Quick actions' }).getByRole('link')
      const expected = ['pages', 'jobs', 'applications', 'users'].map(
        (place) => `/backoffice/${place}`,
      )
      expect(await hrefs(cards)).toEqual(expect.arrayContaining([...expected, '/']))
    },
  )

  test('name, job, contact, date, notes and status of an application in the list', async () => {
    const sql =
      'SELECT a.*, jobs.title FROM applications a JOIN jobs ON jobs.id = job_id WHERE phone IS NOT NULL AND length(notes_excerpt) > 20 ORDER BY length(notes_excerpt) DESC'
    const { id, first_name, last_name, status = '', ...rest } = one(sql)
    const name = `${first_name} ${last_name}`
    const page = await journey.open('/backoffice/applications?status=all', as)
    await page.getByRole('heading', { name: 'Applications Management', level: 1 }).waitFor()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    const { title, email, phone, created_at, notes_excerpt = '' } = rest
    await expectWords(row, [title, email, phone, notes_excerpt.slice(0, 20)])
    expect(await row.locator('time').getAttribute('datetime')).toBe(created_at)
    const noted = row.locator('p', { hasText: notes_excerpt.slice(0, 20) })
    expect(await noted.locator('svg').count()).toBe(1)
    const cut = noted.getByText(notes_excerpt.slice(0, 20))
    expect(await cut.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    const statuses = row.getByRole('group', { name: `Status of ${name}` }).getByRole('button')
    expect(await statuses.count()).toBe(4)
    expect(await statuses.and(page.locator(':disabled')).getAttribute('aria-label')).toBe(
      {
        pending: `Move ${name} to Pending`,
        shortlisted: `Shortlist ${name}`,
        rejected: `Reject ${name}`,
        selected: `Select ${name}`,
      }[status],
    )
    await row.getByRole('button', { name: `Download ${name}'s resume` }).waitFor()
    expect(await hrefs(row.getByRole('link', { name: `View ${name}` }))).toEqual([
      `/backoffice/applications/${id}`,
    ])
  })

  test('letter, notes, contact, dates, job and actions of one application', async () => {
    const sql =
      "SELECT a.*, jobs.title FROM applications a JOIN jobs ON jobs.id = job_id WHERE job_id = 1 AND phone IS NOT NULL AND reviewed_at IS NOT NULL AND notes <> ''"
    const row = one(sql)
    const page = await journey.open(`/backoffice/applications/${row.id}`, as)
    await page
      .getByRole('heading', { name: `${row.first_name} ${row.last_name}`, level: 1 })
      .waitFor()
    const main = page.getByRole('main')
    const { email, phone, title } = row
    await expectWords(main, [
      email,
      phone,
      title,
      'Port Ellery, Ireland',
      '€34,000–39,000 a year',
      'Applied',
      'Last reviewed',
    ])
    await expectWords(page.getByRole('region', { name: 'Motivation letter' }), [
      firstParagraph(row.motivation_letter),
    ])
    await expectWords(page.getByRole('region', { name: 'Notes' }), [firstParagraph(row.notes)])
    const edit = `/backoffice/applications/${row.id}/edit`
    expect(await hrefs(main.getByRole('link', { name: /^Edit/ }))).toEqual([
      edit,
      `${edit}?scroll=notes`,
    ])
    await page.getByRole('button', { name: 'Download Resume' }).waitFor()
    const grid = page.getByRole('region', { name: 'Update Status' }).getByRole('button')
    expect(
      (await grid.allTextContents()).map((text) => text.trim().replace(' (current)', '')),
    ).toEqual([...['Pending', 'Shortlisted', 'Rejected', 'Selected']])
  })
})
