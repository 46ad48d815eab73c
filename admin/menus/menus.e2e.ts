import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const form = (page: Page, name: string) => page.getByRole('form', { name })
const item = (page: Page, number: number) =>
  page.getByRole('group', { name: `Header item ${number}` })
const label = (page: Page, number: number) => item(page, number).getByLabel('Label')
const save = async (page: Page, name: string) => {
  await form(page, name)
    .getByRole('button', { name: `Save ${name}` })
    .click()
  await page.getByText(`“${name}” was updated`).waitFor()
}

describe('Menus', () => {
  const journey = startJourney()

  /** Labels and addresses that visitors see. */
  async function shown(name: 'Main' | 'Footer') {
    const visitor = await journey.open('/jobs')
    const links = visitor.getByRole('navigation', { name }).getByRole('link')
    const read = await links.evaluateAll((all) =>
      all.map((a) => [a.textContent?.trim(), a.getAttribute('href'), a.getAttribute('rel')]),
    )
    await visitor.close()
    return read
  }
  const linksOf = async (name: 'Main' | 'Footer') => (await shown(name)).map(([label]) => label)

  test('pages and links are added, moved by drag and removed, and visitors see the order', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('link', { name: 'Menus', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Menus', level: 1 }).waitFor()
    const header = form(page, 'Header')
    await header.getByText('Visitors see: Home · Jobs · About').waitFor()
    await header.getByLabel('Page for header').selectOption({ index: 1 })
    await header.getByRole('button', { name: 'Add Page' }).click()
    const title = await label(page, 4).inputValue()
    await label(page, 4).fill('Who we are')
    await header.getByRole('button', { name: 'Add Link' }).click()
    await label(page, 5).fill('Blog')
    await item(page, 5).getByLabel('Address').fill('javascript:alert(1)')
    await header.getByRole('button', { name: 'Save Header' }).click()
    await item(page, 5).getByText('Must start with https://').waitFor()
    await item(page, 5).getByLabel('Address').fill('blog.example.org')

    const handle = item(page, 5).locator('[title="Drag to reorder"]')
    await handle.scrollIntoViewIfNeeded()
    const from = await handle.boundingBox()
    const above = await item(page, 4).boundingBox()
    if (!from || !above) throw new Error('No items')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(above.x + 5, above.y + 5, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => label(page, 4).inputValue()).toBe('Blog')
    await item(page, 1).getByRole('button', { name: 'Remove header item 1' }).click()
    await page.getByText('“Home” will be removed when you save.').waitFor()
    await header.getByText('Visitors see: Jobs · About · Blog · Who we are').waitFor()
    await save(page, 'Header')
    expect(title).not.toBe('')
    const links = await shown('Main')
    expect(links.map(([name]) => name)).toEqual(['Jobs', 'About', 'Blog', 'Who we are'])
    expect(links[2]).toEqual(['Blog', 'https://blog.example.org/', 'noopener noreferrer'])
  })

  test('the keyboard moves an item and keeps the focus', async () => {
    const page = await journey.open('/backoffice/menus', as)
    const up = (number: number) =>
      page.getByRole('button', { name: `Move header item ${number} up` })
    await up(4).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Item moved to position 3 of 4').waitFor()
    await expect
      .poll(() => up(3).evaluate((button) => document.activeElement === button))
      .toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => label(page, 2).inputValue()).toBe('Who we are')
    await label(page, 2).focus()
    await page.keyboard.press('Enter')
    await page.getByText('“Header” was updated').waitFor()
    expect(await linksOf('Main')).toEqual(['Jobs', 'Who we are', 'About', 'Blog'])
  })

  test("saving over a colleague's change asks first", async () => {
    const page = await journey.open('/backoffice/menus', as)
    await label(page, 1).fill('Mine')
    const other = await journey.open('/backoffice/menus', as)
    await label(other, 1).fill('Theirs')
    await save(other, 'Header')
    await form(page, 'Header').getByRole('button', { name: 'Save Header' }).click()
    await page.getByText('You changed this menu in another window').waitFor()
    expect((await linksOf('Main'))[0]).toBe('Theirs')
    await page.getByRole('radio', { name: /^Yours/ }).check()
    await save(page, 'Header')
    await page.getByText('“Header” was updated').waitFor()
    expect((await linksOf('Main'))[0]).toBe('Mine')
  })

  test('leaving with unsaved changes asks first, and Reset returns to the default', async () => {
    const page = await journey.open('/backoffice/menus', as)
    await label(page, 1).fill('Half')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await label(page, 1).inputValue()).toBe('Half')
    await form(page, 'Header').getByRole('button', { name: 'Cancel' }).click()
    expect(await label(page, 1).inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Reset Header to Default' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await page.getByText('“Header” is back to the default').waitFor()
    await form(page, 'Header').getByText('Visitors see: Home · Jobs · About').waitFor()
    expect(await linksOf('Main')).toEqual(['Home', 'Jobs', 'About'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => linksOf('Main')).toEqual(['Mine', 'Who we are', 'About', 'Blog'])
    expect(await axeViolations(page)).toEqual([])
  })

  test('a published page that nothing links to is added to the footer with one click', async () => {
    journey.rows(
      "INSERT INTO pages (title, slug, content, is_published) VALUES ('Perks', 'perks', '<p>Bread.</p>', 1)",
    )
    const page = await journey.open('/backoffice/pages', as)
    const notice = page.getByText('Not linked from anywhere')
    await page.getByRole('button', { name: 'Add to footer: Perks' }).click()
    await page.getByText('“Perks” is in the footer now').waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(await linksOf('Footer')).toContain('Perks')
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice.waitFor()
    expect(await linksOf('Footer')).not.toContain('Perks')
    await page.getByRole('link', { name: 'Perks', exact: true }).click()
    await page.getByRole('button', { name: 'Add to header menu: Perks' }).click()
    await page.getByText('“Perks” is in the header menu now').waitFor()
    expect((await linksOf('Main')).at(-1)).toBe('Perks')
  })

  test('a page saved without a link to it can be added to the header menu from the toast', async () => {
    journey.rows(
      "INSERT INTO pages (title, slug, content, is_published) VALUES ('Team', 'team', '<p>Us.</p>', 0)",
    )
    const page = await journey.open('/backoffice/pages', as)
    await page.getByRole('link', { name: 'Team', exact: true }).click()
    await page.getByLabel('Publish immediately').check()
    await page.getByRole('button', { name: 'Update Page' }).click()
    const toast = page.getByLabel('Notifications')
    await toast.getByText('“Team” was updated').waitFor()
    await toast.getByRole('link', { name: 'View' }).waitFor()
    await toast.getByRole('button', { name: 'Copy link' }).waitFor()
    await toast.getByRole('button', { name: 'Add to header menu' }).click()
    await toast.getByText('“Team” is in the header menu now').waitFor()
    expect((await linksOf('Main')).at(-1)).toBe('Team')
  })

  test('the privacy page is linked in the footer and beside the application form', async () => {
    const link = () => fetch(`${journey.url}/jobs/1/apply`).then((answer) => answer.text())
    expect(await link()).not.toContain('name="privacy_notice"')
    journey.rows(
      "INSERT INTO pages (title, slug, content, is_published) VALUES ('Your data', 'privacy', '<p>Safe.</p>', 1)",
    )
    await expect.poll(() => linksOf('Footer'), { timeout: 5000 }).toContain('Your data')
    const visitor = await journey.open('/jobs/1/apply')
    const beside = visitor.getByRole('link', { name: 'privacy notice' })
    expect(await beside.getAttribute('href')).toBe('/page/privacy')
  })

  test('a long menu opens from a button on phones, without script', async () => {
    const long = ['Benefits and perks', 'Life in Brackwater', 'Apprenticeships', 'Where we are']
    const items = long.map((label) => ({ label, url: '/jobs' }))
    journey.rows(
      `UPDATE menus SET items = '${JSON.stringify(items)}', updated_at = updated_at || '' WHERE name = 'header'`,
    )
    // Written past the server, which notices within a second.
    await expect.poll(() => linksOf('Main'), { timeout: 5000 }).toEqual(long)
    const options = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false }
    const visitor = await journey.open('/jobs', options)
    const last = visitor.getByRole('link', { name: 'Where we are' })
    await visitor.getByRole('button', { name: 'Menu' }).click()
    await last.waitFor()
    expect(await last.getAttribute('aria-current')).toBe('page')
    await visitor.keyboard.press('Escape')
    await last.waitFor({ state: 'hidden' })
  })
})
