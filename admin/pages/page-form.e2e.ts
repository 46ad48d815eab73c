import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { button, list, write } from '../journeys/steps.ts'

describe('Who writes a page', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })
  const open = (path: string) => journey.open(path, { as: pam })
  const idOf = (slug: string) =>
    journey.rows(`SELECT id FROM pages WHERE slug = '${slug}'`)[0]?.id as number
  /** Somebody else's hand, while the screen is open. */
  const change = async (id: number, json: object) => {
    const { token } = await signIn(journey.url, pam)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(json) }
    expect((await fetch(`${journey.url}/api/pages/${id}`, init)).status).toBe(200)
  }

  test('is told what a page needs before it is saved', async () => {
    const page = await open('/backoffice/pages')
    await page.getByRole('link', { name: 'New Page' }).click()
    await button(page, 'Create Page').click()
    for (const field of ['Title', 'Slug', 'Content'])
      await page.getByText(`${field} is required`).waitFor()
    const title = page.getByLabel('Title *')
    expect(await title.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(await page.getByLabel('Publish immediately').isChecked()).toBe(false)
    await page.getByRole('toolbar').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('has the slug made from a title in another script', async () => {
    const page = await open('/backoffice/pages/new')
    const slug = page.getByLabel('Slug *')
    for (const [title, made] of [
      ['Our Values & You!', 'our-values-you'],
      ['О компании', 'o-kompanii'],
    ] as const) {
      await page.getByLabel('Title *').fill(title)
      await button(page, 'Generate from title').click()
      await expect.poll(() => slug.inputValue()).toBe(made)
    }
    await page.getByLabel('Title *').fill('!?')
    await button(page, 'Generate from title').click()
    await page.getByText('The title has no letters to use here').waitFor()
  })

  test('cannot take the slug of another page, and loses nothing by trying', async () => {
    const page = await open('/backoffice/pages/new')
    await page.getByLabel('Title *').fill('Other values')
    await page.getByLabel('Slug *').fill('about')
    await write(page, 'Content *', 'Others.')
    await button(page, 'Create Page').click()
    await page.getByText('Another page has this slug already').waitFor()
    expect(await page.getByLabel('Title *').inputValue()).toBe('Other values')
    await page.getByLabel('Slug *').fill('other-values')
    await button(page, 'Create Page').click()
    await list(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Other values' })
    await row.getByText('Draft', { exact: true }).waitFor()
    await row.getByText('No description').waitFor()
    expect(await row.getByRole('link', { name: /^View/ }).count()).toBe(0)
  })

  test('is shown what somebody else saved first, and chooses', async () => {
    const id = idOf('about')
    const page = await open(`/backoffice/pages/${id}/edit`)
    await page.getByLabel('Title *').fill('My values')
    await change(id, { title: 'Their values' })
    await button(page, 'Update Page').click()
    await page.getByText('Changed in the meantime: Title.').waitFor()
    await button(page, 'Load the current version').click()
    expect(await page.getByLabel('Title *').inputValue()).toBe('Their values')
    await page.getByLabel('Title *').fill('Shared values')
    await button(page, 'Update Page').click()
    await list(page)
    await page.getByRole('heading', { name: 'Shared values' }).waitFor()
  })

  test('finds what was typed again after a reload', async () => {
    const page = await open(`/backoffice/pages/${idOf('about')}/edit`)
    await page.getByLabel('Meta Description').fill('Not saved yet')
    await page.waitForTimeout(600)
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('What you had typed here is back. It is not saved yet.').waitFor()
    expect(await page.getByLabel('Meta Description').inputValue()).toBe('Not saved yet')
    await button(page, 'Discard').click()
    expect(await page.getByLabel('Meta Description').inputValue()).toMatch(/^Forty-one people/)
  })

  test('is told when a page is not there, or cannot be saved', async () => {
    const page = await open('/backoffice/pages/9999/edit')
    await page.getByText('Failed to load page data').waitFor()
    await page.getByRole('link', { name: 'Back to Pages' }).first().click()
    await page.getByRole('link', { name: 'Edit Other values' }).click()
    await page.getByLabel('Title *').fill('Lost')
    // A proxy that answers in the server's place has no sentence for a person.
    await page.route('**/api/pages/*', (route) => route.fulfill({ status: 502, body: 'Bad' }))
    await button(page, 'Update Page').click()
    await page.getByText('Failed to save page').waitFor()
    expect(await page.getByLabel('Title *').inputValue()).toBe('Lost')
  })
})
