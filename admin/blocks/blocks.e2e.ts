import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { keyboard } from '#scripts/testing/hand.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { button, pageList, pageText } from '../journeys/steps.ts'

/** Eight blocks with the keys that write them, in place; '⏎' is Enter. */
const blocks: [name: string, keys: string][] = [
  ['numbers', '64⏎people'],
  ['people', 'Ada Halloran⏎Head of calibration'],
  ['quote', 'They ask what you found.⏎⏎Ada Halloran'],
  ['benefits', 'A bicycle⏎Repaired while you work.'],
  ['offices', 'Port Ellery⏎The Ice House, Fish Quay'],
  ['process', 'We meet⏎An hour, with two of the team.'],
  ['questions', 'When do I hear from you?⏎Within ten days.'],
  ['open jobs', 'See all open jobs'],
]

describe('An About page with eight blocks', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })
  const sections = (page: Page) =>
    page
      .locator('main section[data-block]')
      .evaluateAll((all) => all.map((section) => (section as HTMLElement).dataset.block))
  /** Waits until keys go into the text. */
  const inCanvas = (page: Page) =>
    expect.poll(() => pageText(page).evaluate(() => document.hasFocus())).toBe(true)
  const everyBlock = ['numbers', 'people', 'quote', 'benefits', 'offices', 'process', 'faq', 'jobs']

  test('is built by keyboard, shown on a phone, scheduled, and put back to what it was', async () => {
    const page = await journey.open('/backoffice/pages/new', { as: pam })
    const hand = keyboard(page)
    const dialog = page.getByRole('dialog')
    const content = pageText(page)
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await hand.type(page.getByLabel('Title *'), 'Our people')
    await hand.press(button(page, 'Generate from title'))
    await hand.type(content, 'Sixty-four people in one ice house.')
    await press('Enter')
    for (const [index, [name, text]] of blocks.entries()) {
      await press('/')
      await dialog.getByLabel('Find a block').pressSequentially(name)
      await press('Enter')
      await content.locator('[data-current]').nth(0).waitFor()
      await dialog.waitFor({ state: 'detached' })
      await inCanvas(page)
      for (const [at, part] of text.split('⏎').entries()) {
        if (at) await press('Enter')
        await page.keyboard.type(part)
      }
      if (index < blocks.length - 1) await press('Control+Enter')
    }
    // Beside the text itself, and what Tab goes past on the way to it.
    expect(keys).toBeLessThanOrEqual(8 * 5)
    await hand.press(button(page, 'Create Page'))
    await page.getByText('“Our people” was created').waitFor()

    await hand.press(page.getByRole('link', { name: 'Edit Our people' }))
    await hand.press(button(page, 'Preview link'))
    await hand.press(button(page, 'Create link'))
    const link = new URL(await page.getByLabel('New link').inputValue()).pathname
    await hand.press(button(page, 'Done'))
    const phone = await journey.open(link, { viewport: { width: 390, height: 844 } })
    expect(await sections(phone)).toEqual(everyBlock)
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    expect(await axeViolations(phone)).toEqual([])

    await hand.press(page.locator('summary', { hasText: 'Schedule' }))
    const nextYear = new Date().getUTCFullYear() + 1
    await page.getByLabel('Publish at', { exact: true }).fill(`${nextYear}-03-01T08:00`)
    await hand.press(button(page, 'Update Page'))
    await pageList(page)
    expect((await phone.goto(`${journey.url}/page/our-people`))?.url()).toBe(`${journey.url}/`)
    // The day comes while the server is down.
    journey.rows(
      "UPDATE pages SET publish_at = '2026-01-01T08:00:00.000Z' WHERE slug = 'our-people' RETURNING id",
    )
    await journey.restart()
    await expect
      .poll(async () => (await phone.goto(`${journey.url}/page/our-people`))?.url())
      .toBe(`${journey.url}/page/our-people`)
    expect(await sections(phone)).toEqual(everyBlock)
    expect((await phone.goto(journey.url + link))?.status()).toBe(404)

    await page.goto(`${journey.url}/backoffice/pages`)
    await hand.press(page.getByRole('link', { name: 'Edit Our people' }))
    await hand.type(content, 'Nothing is left.')
    await hand.press(button(page, 'Update Page'))
    await pageList(page)
    await phone.goto(`${journey.url}/page/our-people`)
    await expect.poll(() => sections(phone)).toEqual([])
    await hand.press(page.getByRole('link', { name: 'Edit Our people' }))
    await hand.press(page.getByRole('link', { name: 'History' }))
    await hand.press(page.getByRole('button', { name: /^Restore version/ }).first())
    await hand.press(dialog.getByRole('button', { name: 'Restore' }))
    await pageList(page)
    await phone.reload()
    expect(await sections(phone)).toEqual(everyBlock)
  })
})
