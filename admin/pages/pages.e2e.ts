import { beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { button, pageList, write } from '../journeys/steps.ts'

describe('Page management', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })
  const open = (path: string) => journey.open(path, { as: pam })
  const visit = async (path: string) => {
    const response = await fetch(journey.url + path, { redirect: 'manual' })
    const { status, headers } = response
    return { status, location: headers.get('location'), html: await response.text() }
  }

  test('a published page is on the site with the next request', async () => {
    expect((await visit('/page/our-values')).status).toBe(302)
    const page = await open('/backoffice/pages/new')
    await page.getByLabel('Title *').fill('Our Values')
    await button(page, 'Generate from title').click()
    await write(page, 'Content *', 'We measure twice.')
    await page.getByLabel('Meta description').fill('What we hold dear')
    await page.getByLabel('Publish immediately').check()
    await button(page, 'Create Page').click()
    await pageList(page)
    const { status, html } = await visit('/page/our-values')
    expect(status).toBe(200)
    for (const words of ['We measure twice.', 'Our Values', 'content="What we hold dear"'])
      expect(html).toContain(words)
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'View Our Values on the site' }).click()
    await (await opening).getByRole('heading', { name: 'Our Values', level: 1 }).waitFor()
  })
})
