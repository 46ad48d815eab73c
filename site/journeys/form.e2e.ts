import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Motivation letter' })

/** It comes with the first key; until then there are no shortcuts, and the draft is plain text. */
const editorLoaded = (page: Page) => editor(page).and(page.locator('[contenteditable]')).waitFor()

/** Holds back the files at these addresses until the returned function is called. */
async function hold(page: Page, addresses: RegExp) {
  const gate = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

describe('The application form', () => {
  const journey = startJourney()

  test('loads script in view and the editor with the first key, without layout shift, lost text or moved caret', async () => {
    const page = await journey.open('/')
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${journey.url}/jobs/1/apply`, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    const arrive = await hold(page, /Editor/)
    await page.getByLabel('First name').scrollIntoViewIfNeeded()
    await page.getByText('0/400 characters').waitFor()
    expect(scripts.filter((url) => url.includes('Editor'))).toEqual([])
    const submit = page.getByRole('button', { name: 'Submit Application' })
    await editor(page).click()
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((url) => url.includes('Editor'))).toEqual([])
    await page.keyboard.type('Dear people,\n\nI write  slowly ')
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowLeft')
    const before = await submit.boundingBox()
    arrive()
    await editor(page).and(page.locator('[contenteditable]')).waitFor()
    expect((await submit.boundingBox())?.y).toBe(before?.y)
    await page.keyboard.type('very ')
    expect(await editor(page).evaluate((field) => document.activeElement === field)).toBe(true)
    const text = await editor(page).evaluate((field) =>
      [...field.querySelectorAll('p')].map((paragraph) => paragraph.textContent),
    )
    expect(text.join('\n').replaceAll('\u00a0', ' ')).toMatch(
      /^Dear people,\n+I write {2}very slowly $/,
    )
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    )
  })

  test('keeps text typed before hydration', async () => {
    const page = await journey.open('/')
    const arrive = await hold(page, /_astro\/.*\.js/)
    await page.goto(`${journey.url}/jobs/1/apply#apply`)
    await page.getByLabel('First name').fill('Early')
    await page.getByLabel('Email').fill('early@example.org')
    const buffer = Buffer.from('%PDF-1.7')
    await page.getByLabel('Resume').setInputFiles({ name: 'early.pdf', mimeType: '', buffer })
    await editor(page).click()
    await page.keyboard.type('I was quicker than the script')
    arrive()
    await page.getByText('29/400 characters').waitFor()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type(', was I not')
    await page.getByText('40/400 characters').waitFor()
    await editorLoaded(page)
    const text = (await editor(page).textContent())?.replaceAll('\u00a0', ' ')
    expect(text).toBe('I was quicker than the script, was I not')
    expect(await page.getByLabel('First name').inputValue()).toBe('Early')
    expect(await page.getByLabel('Email').inputValue()).toBe('early@example.org')
    expect(await page.getByLabel('Resume').inputValue()).toMatch(/early\.pdf$/)
  })

  test('restores typed text after a reload, and leaves a cleared field empty', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Nguyen')
    await page.getByLabel('Last name').fill('')
    await page.getByLabel('Phone').fill('+45 12')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type('Some words, ')
    await editorLoaded(page)
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.getByText('16/400 characters').waitFor()
    await page.reload()
    await page.getByText('16/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Mira')
    expect(await page.getByLabel('Last name').inputValue()).toBe('')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+45 12')
    await editor(page).getByRole('strong').getByText('bold').waitFor()
    await page.goto(`${journey.url}/jobs/2/apply#apply`)
    await page.getByText('0/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
  })

  test('restores the letter after Back, beside fields that the browser restored', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    // Pages with an unload handler are not kept in the back/forward cache.
    await page.evaluate(() => addEventListener('unload', () => {}))
    await page.getByText('0/400 characters').waitFor()
    await page.getByLabel('First name').fill('Mira')
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.insertText(words(430))
    await page.getByText('430/400 characters').waitFor()
    await editorLoaded(page)
    await page.goto(`${journey.url}/jobs`)
    await page.goBack()
    await page.getByText('430/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Mira')
    await page.getByLabel('Last name').pressSequentially('F')
    await page.reload()
    await page.getByText('430/400 characters').waitFor()
    await editor(page).getByText(words(430)).waitFor()
  })

  test('keeps text typed before hydration after a restored letter, with the caret behind it', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await page.getByText('0/400 characters').waitFor()
    await editor(page).click()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type('The old letter.')
    await page.getByText('15/400 characters').waitFor()
    await editorLoaded(page)
    const arrive = await hold(page, /_astro\/.*\.js/)
    await page.reload()
    await editor(page).click()
    await page.keyboard.type('And more')
    arrive()
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.type(' of it')
    await expect
      .poll(() =>
        editor(page).evaluate((field) =>
          [...field.children].map((p) => p.textContent.replaceAll('\u00a0', ' ')),
        ),
      )
      .toEqual(['The old letter.', 'And more of it'])
  })
})
