import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'

const journey = startJourney()

/** What scrolls sideways, is cut off or breaks within a word of up to 12 letters. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`${scrollWidth} px wide`)
    for (const toolbar of document.querySelectorAll('[role=toolbar]'))
      if (toolbar.scrollWidth > toolbar.clientWidth) found.push('cut off: the toolbar')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const element = text.parentElement
      if (!element?.checkVisibility() || element.closest('script, style, .visually-hidden'))
        continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (word.length <= 12 && lines.size > 1) found.push(word)
      }
    }
    return found
  })

// WCAG 2.2 SC 1.4.4.
const paths = [
  '/',
  '/jobs',
  '/jobs?type=FULL_TIME',
  '/jobs?q=nothing',
  '/jobs/1/apply#apply',
  '/jobs/3/apply',
  '/page/about',
  '/application/success?jobId=1',
  '/application',
  '/login',
  '/accessibility',
]

test('public pages are whole on a phone with text twice as large', async () => {
  const found: string[] = []
  for (const path of paths)
    found.push(...(await faultsAt(path)).map((fault) => `${path}: ${fault}`))
  expect(found).toEqual([])
})

async function faultsAt(path: string) {
  const page = await journey.open(path)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  if (path === '/jobs') await page.locator('summary').first().click()
  if (path === '/jobs/1/apply#apply') {
    await page.getByText('0/400 characters').waitFor()
    await page.getByRole('textbox', { name: 'Motivation letter' }).click()
    await page.getByRole('toolbar').waitFor()
  }
  // Only an email address may break.
  const address = ['careers', 'brackwater', 'example', 'com']
  return (await faults(page)).filter((fault) => !address.includes(fault))
}
