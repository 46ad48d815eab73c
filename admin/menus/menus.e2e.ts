import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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
    await page.getByRole('navigation').getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Menus' }).click()
    await page.getByRole('heading', { name: 'Menus', level: 1 }).waitFor()
    const header = form(page, 'Header')
    await header.getByText('Visitors see: Home · Jobs · About').waitFor()
    await header.getByLabel('Page for header').selectOption({ index: 1 })
    await header.getByRole('button', { name: 'Add page' }).click()
    const title = await label(page, 4).inputValue()
    await label(page, 4).fill('Who we are')
    await header.getByRole('button', { name: 'Add link' }).click()
    await label(page, 5).fill('Blog')
    await item(page, 5).getByLabel('Address').fill('javascript:alert(1)')
    await header.getByRole('button', { name: 'Save header' }).click()
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

  test('the privacy page is linked in the footer and beside the application form', async () => {
    const link = () => fetch(`${journey.url}/jobs/1/apply`).then((response) => response.text())
    expect(await link()).not.toContain('name="privacy_notice"')
    journey.rows(
      "INSERT INTO pages (title, slug, content, is_published) VALUES ('Your data', 'privacy', '<p>Safe.</p>', 1)",
    )
    await expect.poll(() => linksOf('Footer')).toContain('Your data')
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
    await expect.poll(() => linksOf('Main')).toEqual(long)
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
