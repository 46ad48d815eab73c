import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { button, pageList, write } from '../../journeys/steps.ts'

describe('Page form', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })
  const open = (path: string) => journey.open(path, { as: pam })
  const idOf = (slug: string) =>
    journey.rows(`SELECT id FROM pages WHERE slug = '${slug}'`)[0]?.id as number
  /** Saves a change through the API while the form is open. */
  const saveElsewhere = async (id: number, json: object) => {
    const { token } = await signIn(journey.url, pam)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(json) }
    expect((await fetch(`${journey.url}/api/pages/${id}`, init)).status).toBe(200)
  }

  test('a slug already in use is rejected and nothing typed is lost', async () => {
    const page = await open('/backoffice/pages/new')
    await page.getByLabel('Title *').fill('Other values')
    await page.getByLabel('Slug *').fill('about')
    await write(page, 'Content *', 'Others.')
    await button(page, 'Create Page').click()
    await page.getByText('Another page has this slug already').waitFor()
    expect(await page.getByLabel('Title *').inputValue()).toBe('Other values')
    await page.getByLabel('Slug *').fill('other-values')
    await button(page, 'Create Page').click()
    await pageList(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Other values' })
    await row.getByText('Draft', { exact: true }).waitFor()
    await row.getByText('No description').waitFor()
    expect(await row.getByRole('link', { name: /^View/ }).count()).toBe(0)
  })

  test("a colleague's earlier save is merged, and of a field that both changed one is chosen", async () => {
    const id = idOf('about')
    const page = await open(`/backoffice/pages/${id}/edit`)
    await page.getByLabel('Title *').fill('My values')
    await page.getByLabel('Meta description').fill('Mine alone')
    await saveElsewhere(id, { title: 'Their values', slug: 'about-us' })
    await button(page, 'Update Page').click()
    await page.getByText('Choose a version for: Title.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Update Page').click()
    await page.getByText('Choose a version', { exact: true }).waitFor()
    await page.getByRole('radio', { name: /Their values/ }).check()
    expect(await page.getByLabel('Title *').inputValue()).toBe('Their values')
    await button(page, 'Update Page').click()
    await pageList(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Their values' })
    await row.getByText('/page/about-us').waitFor()
    await row.getByText('Mine alone').waitFor()
    await saveElsewhere(id, { slug: 'about' })
  })
})
