import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { png } from '#scripts/testing/fixtures/picture.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { button, pageText, write } from '../journeys/steps.ts'

const large = { width: 1600, height: 900 }

/** Pastes a file, HTML or both. */
const paste = (editor: Locator, given: { html?: string; file?: Buffer; name?: string }) =>
  editor.evaluate(
    (element, { html, file, name }) => {
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (file) {
        const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name ?? 'image.png', { type: 'image/png' }))
      }
      const paste = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', paste))
    },
    { ...given, file: given.file?.toString('base64') },
  )

/** Drops a file at the end of an element's text. */
const dropAfter = (text: Locator, file: Buffer, name: string) =>
  text.evaluate(
    (element, { file, name }) => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }))
      const { right, top, height } = element.getBoundingClientRect()
      const at = { clientX: right - 2, clientY: top + height / 2 }
      element.dispatchEvent(
        new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }),
      )
    },
    { file: file.toString('base64'), name },
  )

describe('Pictures', () => {
  const journey = startJourney()
  let pam: Awaited<ReturnType<typeof journey.createStaff>>
  beforeAll(async () => {
    pam = await journey.createStaff(['edit_pages'])
  })

  test('the library takes several files, names the wrong one, and keeps alt text and focal point', async () => {
    const page = await journey.open('/backoffice/images', { as: pam })
    await page.getByText('No images yet').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Upload images').click()
    await (await choosing).setFiles([
      { name: 'shop.png', mimeType: 'image/png', buffer: png('3366cc', large) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
      { name: 'team.png', mimeType: 'image/png', buffer: png('cc6633', large) },
    ])
    await page.getByRole('button', { name: /^team\.png/ }).waitFor()
    await page.getByRole('button', { name: /^shop\.png/ }).waitFor()
    await page.getByText('Not an image that can be added.').waitFor()
    await button(page, 'Dismiss notes.txt').click()
    await page.getByText('No alt text').first().waitFor()

    await page.getByRole('button', { name: /^team\.png/ }).click()
    const dialog = page.getByRole('dialog', { name: 'team.png' })
    await dialog.getByRole('button', { name: /^Focal point: 50 %/ }).press('Shift+ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await dialog.getByLabel('Alt text').fill('Five people in front of an oven')
    await dialog.getByText('Not used anywhere.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Save').click()
    await dialog.waitFor({ state: 'detached' })
    expect(journey.rows("SELECT alt, focal_x, focal_y FROM media WHERE name = 'team.png'")).toEqual(
      [{ alt: 'Five people in front of an oven', focal_x: 48, focal_y: 40 }],
    )

    await page.getByLabel('Search images').fill('oven')
    await page.getByRole('button', { name: /^shop\.png/ }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /^team\.png/ }).count()).toBe(1)
  })

  test('a pasted picture gets a caption and alt text, and the public page shows it without a shift', async () => {
    const page = await journey.open('/backoffice/pages/new', { as: pam })
    await page.getByLabel('Title *').fill('Our bakery')
    await button(page, 'Generate from title').click()
    await write(page, 'Content *', 'Before the image')
    const editor = pageText(page)
    await editor.press('Enter')
    await paste(editor, { file: png('228844', large), name: 'oven.png' })
    const figure = editor.locator('figure')
    await figure.locator('img').waitFor()
    await figure.locator('img').click()
    const tools = page.getByRole('toolbar', { name: 'Image' })
    await tools.waitFor()
    await page.keyboard.press('Shift+Tab')
    await expect
      .poll(() => tools.evaluate((bar) => bar.contains(document.activeElement)))
      .toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => figure.getAttribute('class')).toContain('align-wide')
    await tools.getByRole('button', { name: 'Add alt text' }).click()
    await page.getByLabel('Alt text', { exact: true }).fill('Our oven')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await figure.locator('figcaption').click()
    await page.keyboard.type('Built in 1953')
    await page.keyboard.press('Enter')
    await page.keyboard.type('After the image. ')
    await paste(editor, { html: '<p>Own text <img src="https://x.example/a.png" alt="A cat"></p>' })
    await page.getByText('1 image could not be taken over.').waitFor()
    await page.getByLabel('Publish immediately').check()
    await button(page, 'Create Page').click()
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor()
    const [row] = journey.rows("SELECT content FROM pages WHERE slug = 'our-bakery'")
    expect(row?.content).toMatch(
      /^<p>Before the image<\/p><figure class="align-wide"><img src="\/media\/[0-9a-f]{32}\/1200\.jpg" alt="Our oven" width="1600" height="900" \/><figcaption>Built in 1953<\/figcaption><\/figure><p>After the image\..*\[Image: A cat\]/,
    )

    const shown = await journey.open('/page/our-bakery')
    await shown.locator('figure img').scrollIntoViewIfNeeded()
    const image = shown.getByRole('img', { name: 'Our oven' })
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc))
      .toMatch(/\/media\/[0-9a-f]{32}\/\d+\.(avif|webp)$/)
    await shown.getByText('Built in 1953').waitFor()
    expect(await image.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    )
    const shift = await shown.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          // Proves absence: the image is drawn, and what it moved is reported.
          setTimeout(() => resolve(sum), 200)
        }),
    )
    expect(shift).toBe(0)

    await page.goto(`${journey.url}/backoffice/images`)
    await page.getByRole('button', { name: /^oven\.png/ }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    await page.getByText('It can’t be deleted while it is used.').waitFor()
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Our bakery' }).click()
    const missing = pageText(page).getByText('This image’s file is missing.')
    await missing.click()
    await page.getByRole('toolbar', { name: 'Image' }).waitFor()
    await page.unroute('**/media/**')
    await page.reload()
    await pageText(page).locator('figure img').waitFor()
    expect(await missing.count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Cancel' }).count()).toBe(1)
  })

  test('a dropped picture goes where it was dropped, and a cancelled upload leaves nothing', async () => {
    const page = await journey.open('/backoffice/pages/new', { as: pam })
    await write(page, 'Content *', 'First')
    const editor = pageText(page)
    await editor.press('Enter')
    await page.keyboard.type('Second')
    let arrived = () => {}
    const sending = new Promise<void>((resolve) => {
      arrived = resolve
    })
    // Held until it is cancelled.
    await page.route('**/api/media', () => arrived(), { times: 1 })
    await dropAfter(editor.getByText('First'), png('772211', large), 'door.png')
    await sending
    await editor.getByLabel('Upload of door.png').waitFor()
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await editor.getByLabel('Upload of door.png').waitFor({ state: 'detached' })
    expect(await editor.locator('p').allTextContents()).toEqual(['First', 'Second'])
    expect(journey.rows("SELECT id FROM media WHERE name = 'door.png'")).toEqual([])

    await dropAfter(editor.getByText('First'), png('772211', large), 'door.png')
    await editor.locator('figure img').waitFor()
    const order = await editor.evaluate((element) =>
      [...element.children].map(({ textContent, localName }) => textContent?.trim() || localName),
    )
    expect(order.filter((name) => name !== 'p').map((name) => name.slice(0, 6))).toEqual([
      'First',
      expect.not.stringMatching(/First|Second/),
      'Second',
    ])
  })
})
