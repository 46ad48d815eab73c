import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { pageText } from '../../journeys/steps.ts'

const as = { as: administrator }
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true })

/** Clicks the tool and types a line; `again` clicks it once more, for tools that stay on. */
async function line(page: Page, name: string, text: string, { again = false, enters = 1 } = {}) {
  await tool(page, name).click()
  await page.keyboard.type(text)
  if (again) await tool(page, name).click()
  for (let pressed = 0; pressed < enters; pressed += 1) await page.keyboard.press('Enter')
}

async function choose(page: Page, menu: string, choice: string) {
  await tool(page, menu).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}

/** Types a line with a choice of a menu, and goes back to `usual` unless Enter does. */
async function chosenLine(page: Page, menu: string, choice: string, text: string, usual?: string) {
  await choose(page, menu, choice)
  await page.keyboard.type(text)
  if (usual) await choose(page, menu, usual)
  await page.keyboard.press('Enter')
}

describe('Rich text toolbar', () => {
  const journey = startJourney()

  test("every tool's formatting is stored and shown on the site", async () => {
    const page = await journey.open('/backoffice/pages/new', as)
    await page.getByLabel('Title *').fill('Every tool')
    await page.getByLabel('Slug *').fill('tools')
    await page.getByLabel('Publish immediately').check()
    await pageText(page).click()
    for (const level of [1, 2, 3])
      await chosenLine(page, 'Text style', `Heading ${level}`, `Level ${level}`)
    await line(page, 'Bold', 'strong', { again: true })
    await line(page, 'Italic', 'slanted', { again: true })
    await line(page, 'Underline', 'underlined', { again: true })
    await line(page, 'Strikethrough', 'struck', { again: true })
    await line(page, 'Numbered list', 'first', { enters: 2 })
    await line(page, 'Bullet list', 'point', { enters: 2 })
    await chosenLine(page, 'Align', 'Center', 'middle')
    await chosenLine(page, 'Align', 'Align right', 'right')
    await chosenLine(page, 'Align', 'Justify', 'both')
    await choose(page, 'Align', 'Align left')
    await chosenLine(page, 'Text color', 'Red', 'reddish', 'None')
    await chosenLine(page, 'Background color', 'Green', 'greenish', 'None')
    await tool(page, 'Link').click()
    await page.keyboard.type('example.com')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('plain again')
    await page.keyboard.press('Shift+Home')
    await tool(page, 'Clear formatting').click()
    await page.getByRole('button', { name: 'Create Page' }).click()
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()

    const [row] = journey.rows("SELECT content FROM pages WHERE slug = 'tools'")
    const stored = String(row?.content)
    for (const part of [
      '<h1>Level 1</h1>',
      '<h2>Level 2</h2>',
      '<h3>Level 3</h3>',
      '<strong>strong</strong>',
      '<em>slanted</em>',
      '<u>underlined</u>',
      '<s>struck</s>',
      '<p>plain again</p>',
      '<p class="align-center">middle</p>',
      '<p class="align-right">right</p>',
      '<p class="align-justify">both</p>',
      '<span class="tone-red">reddish</span>',
      '<span class="mark-green">greenish</span>',
      '>example.com</a>',
    ])
      expect(stored).toContain(part)
    expect(stored).toMatch(/<ol><li>(<p>)?first(<\/p>)?<\/li><\/ol>/)
    expect(stored).toMatch(/<ul><li>(<p>)?point(<\/p>)?<\/li><\/ul>/)
    expect(stored).toMatch(/<a href="https?:\/\/example\.com\/?"/)

    const visitor = await journey.open('/page/tools')
    const look = (text: string, property: string) =>
      visitor
        .getByText(text, { exact: true })
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    expect(await look('middle', 'text-align')).toBe('center')
    expect(await look('both', 'text-align')).toBe('justify')
    expect(await look('reddish', 'color')).not.toBe(await look('plain again', 'color'))
    const background = 'background-color'
    expect(await look('greenish', background)).not.toBe(await look('plain again', background))
  })
})
