import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import {
  docxOf,
  hostileDocx,
  paragraph,
  understatedDocx,
} from '#scripts/testing/fixtures/docx-samples.ts'
import {
  cjkPdf,
  cjkTexts,
  damagedPagePdf,
  emptyPdf,
  missingPagesPdf,
  symbolPdf,
  xfaPdf,
} from '#scripts/testing/fixtures/pdf-samples.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('Resume preview by file type', () => {
  const journey = startJourney()
  const dialog = (page: Page) => page.getByRole('dialog', { name: /'s resume$/ })
  const status = (page: Page) => dialog(page).getByRole('status').filter({ hasNotText: '%' })

  /** Submits an application with this resume and opens its preview. */
  async function preview(resume: Uint8Array<ArrayBuffer> | File, name = 'resume.pdf') {
    const file = resume instanceof File ? resume : new File([resume], name)
    const body = applicationForm({ job_id: 1, resume: file })
    const answer = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([201, expect.anything()])
    const id = journey.rows('SELECT max(id) AS id FROM applications')[0]!.id
    const page = await journey.open(`/backoffice/applications/${id}`, {
      as: administrator,
      viewport: { width: 1000, height: 720 },
    })
    await page.getByRole('button', { name: 'Preview' }).click()
    return page
  }

  async function shown(page: Page) {
    await dialog(page).getByText('Loading…').waitFor({ state: 'detached' })
    return page.frames()[1]!
  }

  async function failed(page: Page, ...lines: string[]) {
    for (const line of lines) await dialog(page).getByText(line).waitFor()
    await dialog(page).getByRole('button', { name: 'Download Resume' }).waitFor()
  }

  const loaded = (frame: Frame) =>
    frame.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''),
    )

  /** Counts the dark pixels of the first page in each of `strips` rows, top to bottom. */
  const darkPixels = (frame: Frame, strips: number) =>
    frame.evaluate((strips) => {
      const { width, height } = document.querySelector('canvas')!
      const context = document.querySelector('canvas')!.getContext('2d')!
      return Array.from({ length: strips }, (_, strip) => {
        const top = Math.floor((strip * height) / strips)
        const { data } = context.getImageData(0, top, width, Math.floor(height / strips))
        return data.filter((value, index) => index % 4 === 1 && value < 128).length
      })
    }, strips)

  test('a PDF renders Chinese, Japanese and Korean text whose fonts are not embedded', async () => {
    const page = await preview(cjkPdf())
    const frame = await shown(page)
    for (const { text } of cjkTexts) await frame.getByText(text).waitFor()
    for (const dark of await darkPixels(frame, 4)) expect(dark).toBeGreaterThan(500)
  })

  test('a PDF renders the standard symbol fonts that browsers lack', async () => {
    const frame = await shown(await preview(symbolPdf()))
    expect((await darkPixels(frame, 2)).every((dark) => dark > 100)).toBe(true)
    const fonts = (await loaded(frame)).filter((name) => name.startsWith('Foxit'))
    expect(fonts).toEqual([
      expect.stringMatching(/^FoxitDingbats\./),
      expect.stringMatching(/^FoxitSymbol\./),
    ])
  })

  test('a PDF with an unreadable page hides only that page', async () => {
    const page = await preview(damagedPagePdf())
    const frame = await shown(page)
    await frame.getByText('The first page').waitFor()
    await frame.getByText('Page 2 can’t be shown.').waitFor()
    await frame.getByText('The last page').waitFor()
    expect(await status(page).textContent()).toBe('3 pages')
    expect(await frame.getByRole('region', { name: 'Page 3 of 3' }).count()).toBe(1)
  })

  test('a PDF with missing pages shows the pages that exist', async () => {
    const frame = await shown(await preview(missingPagesPdf()))
    await frame.getByText('The only page').waitFor()
    await frame.getByText('Page 2 can’t be shown.').waitFor()
  })

  test.each([
    ['without pages', emptyPdf(), 'This file has no pages.'],
    ['that is an XFA form', xfaPdf(), 'This is an XFA form'],
  ])('a PDF %s shows the reason and offers the download', async (_, pdf, reason) => {
    await failed(await preview(pdf), "Can't show this PDF here", reason)
  })

  test.each(['mira.docx', 'mira-pandoc.docx'])(
    '%s is shown with its text and page count',
    async (name) => {
      const page = await preview(resumeFile(name))
      const frame = await shown(page)
      await frame.getByText('Lead engineer').first().waitFor()
      await expect.poll(() => status(page).textContent()).toMatch(/^\d+ pages?$/)
      // Bullets in the Symbol font's private-use codes, which few systems can display.
      expect(
        await frame.evaluate(() =>
          [...document.adoptedStyleSheets]
            .flatMap((sheet) => [...sheet.cssRules])
            .some((rule) => /[\uf020-\uf0ff]/.test(rule.cssText)),
        ),
      ).toBe(false)
      await page.keyboard.press('Control+a')
      expect(await frame.evaluate(() => String(getSelection()))).toContain('Lead engineer')
    },
  )

  test('a hostile DOCX runs no script and loads nothing', async () => {
    const heard: string[] = []
    const elsewhere = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const page = await preview(hostileDocx(`http://127.0.0.1:${port}`), 'resume.docx')
    page.on('dialog', (box) => heard.push(box.message()))
    page.on('popup', (other) => heard.push(other.url()))
    const frame = await shown(page)
    expect(await status(page).textContent()).toBe('2 pages')
    expect(await frame.locator('a, iframe, script:not([src])').count()).toBe(0)
    expect(await frame.getByText('From an alternative chunk').count()).toBe(0)
    expect((await frame.getByText('In a text box').boundingBox())?.width).toBeGreaterThan(20)
    await frame.getByText('My portfolio').click()
    await frame.getByText('My script').click()
    await page.waitForTimeout(300)
    expect(heard).toEqual([])
    elsewhere.close()
  })

  test('DOCX pages fit a phone', async () => {
    const page = await preview(resumeFile('mira.docx'))
    const frame = await shown(page)
    for (const width of [390, 1090]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = () => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow).toBeLessThanOrEqual(0)
    }
  })

  test('a DOCX that unpacks to too much is refused', async () => {
    const page = await preview(understatedDocx(11_000_000), 'resume.docx')
    await failed(page, "Can't show this Word document here", 'This file is too large')
  })

  test('a damaged DOCX shows an error', async () => {
    const page = await preview(understatedDocx(2000), 'resume.docx')
    await failed(page, "Can't show this Word document here", 'This file may be damaged.')
  })

  test('a DOC is shown as text', async () => {
    const page = await preview(resumeFile('mira.doc'))
    const frame = await shown(page)
    await frame.getByText('日本語 (beginner), العربية (beginner)').waitFor()
    expect(await status(page).textContent()).toBe('Text only, without its layout')
  })

  test("only the viewer for the file's type is loaded", async () => {
    const frame = await shown(await preview(docxOf(paragraph('A resume')), 'resume.docx'))
    const viewers = (await loaded(frame)).filter((name) => /^(pdf|docx|doc)\./.test(name))
    expect(viewers).toEqual([expect.stringMatching(/^docx\./)])
  })
})
