import type { Frame, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { startElsewhere } from '#scripts/testing/fixtures/elsewhere.ts'
import { hostileDocx } from '#scripts/testing/fixtures/resumes/docx-samples.ts'
import {
  cjkPdf,
  cjkTexts,
  damagedPagePdf,
  emptyPdf,
  missingPagesPdf,
  symbolPdf,
  xfaPdf,
} from '#scripts/testing/fixtures/resumes/pdf-samples.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('Resume preview by file type', () => {
  const journey = startJourney()
  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Resume' })
  const status = (page: Page) => panel(page).getByRole('status').filter({ hasNotText: '%' })

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
    await page.getByRole('tab', { name: 'Resume' }).waitFor()
    await page.keyboard.press('r')
    return page
  }

  async function shown(page: Page) {
    await panel(page).getByText('Loading...').waitFor({ state: 'detached' })
    return page.frames()[1]!
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

  test('a PDF renders Chinese, Japanese, Korean and symbol fonts that are not embedded', async () => {
    const asian = await shown(await preview(cjkPdf()))
    for (const { text } of cjkTexts) await asian.getByText(text).waitFor()
    for (const dark of await darkPixels(asian, 4)) expect(dark).toBeGreaterThan(500)
    const symbols = await shown(await preview(symbolPdf()))
    expect((await darkPixels(symbols, 2)).every((dark) => dark > 100)).toBe(true)
    const fonts = (await loaded(symbols)).filter((name) => name.startsWith('Foxit'))
    expect(fonts).toEqual([
      expect.stringMatching(/^FoxitDingbats\./),
      expect.stringMatching(/^FoxitSymbol\./),
    ])
  })

  test('a PDF with unreadable, missing or no pages, or an XFA form, shows what it can and says why', async () => {
    const damaged = await preview(damagedPagePdf())
    const frame = await shown(damaged)
    await frame.getByText('The first page').waitFor()
    await frame.getByText('Page 2 can’t be shown.').waitFor()
    await frame.getByText('The last page').waitFor()
    expect(await status(damaged).textContent()).toBe('3 pages')
    expect(await frame.getByRole('region', { name: 'Page 3 of 3' }).count()).toBe(1)
    const missing = await shown(await preview(missingPagesPdf()))
    await missing.getByText('The only page').waitFor()
    await missing.getByText('Page 2 can’t be shown.').waitFor()
    const empty = panel(await preview(emptyPdf()))
    await empty.getByText('This file has no pages.').waitFor()
    const xfa = panel(await preview(xfaPdf()))
    await xfa.getByText('This is an XFA form').waitFor()
    await xfa.getByRole('button', { name: 'Download Resume' }).waitFor()
  })

  test('DOCX and DOC files are shown with their text, and DOCX pages fit a phone', async () => {
    for (const name of ['mira.docx', 'mira-pandoc.docx']) {
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
      await page.setViewportSize({ width: 390, height: 800 })
      const overflow = () => frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow).toBeLessThanOrEqual(0)
    }
    const page = await preview(resumeFile('mira.doc'))
    const frame = await shown(page)
    await frame.getByText('日本語 (beginner), العربية (beginner)').waitFor()
    expect(await status(page).textContent()).toBe('Text only, without its layout')
  })

  test('a hostile DOCX runs no script and loads nothing but its own viewer', async () => {
    const elsewhere = await startElsewhere()
    const page = await preview(hostileDocx(elsewhere.url), 'resume.docx')
    elsewhere.listenOn(page)
    const frame = await shown(page)
    expect(await status(page).textContent()).toBe('2 pages')
    expect(await frame.locator('a, iframe, script:not([src])').count()).toBe(0)
    expect(await frame.getByText('From an alternative chunk').count()).toBe(0)
    expect((await frame.getByText('In a text box').boundingBox())?.width).toBeGreaterThan(20)
    await frame.getByText('My portfolio').click()
    await frame.getByText('My script').click()
    expect(await elsewhere.heardFrom(page)).toEqual([])
    const viewers = (await loaded(frame)).filter((name) => /^(pdf|docx|doc)\./.test(name))
    expect(viewers).toEqual([expect.stringMatching(/^docx\./)])
    elsewhere.close()
  })
})
