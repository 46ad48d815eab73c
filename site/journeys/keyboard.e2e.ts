import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileChooser, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { settled, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const pages = await mkdtemp(join(tmpdir(), 'foyer-pages-'))

type Role = 'link' | 'button' | 'textbox'

/** Presses Tab until the control has focus. */
async function tabTo(page: Page, role: Role, name: string | RegExp) {
  const control = page.getByRole(role, { name }).first()
  await control.waitFor()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${role} ${name}`)
}

/** Whether anything has focus, once the browser could move it away from removed elements. */
async function isFocused(page: Page) {
  await settled(page)
  return page.evaluate(() => document.activeElement !== document.body)
}

describe('Keyboard only', () => {
  // Registered first, so that it runs last: the server writes there until it ends.
  afterAll(() => rm(pages, { recursive: true, force: true }))
  // Pages as files contain their policy (CSP), which no page may violate either.
  const journey = startJourney({ PAGES_DIR: pages })

  test('a candidate gets from the home page to the success page', async () => {
    const page = await journey.open('/')
    // Listen from the start: together with the key it may be too late.
    let chooser: FileChooser | undefined
    page.on('filechooser', (opened) => {
      chooser = opened
    })
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: /^Skip to/ })
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
    await tabTo(page, 'link', 'View Open Positions')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Open Positions', level: 1 }).waitFor()
    await tabTo(page, 'link', /^Apply Now/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Job Description' }).waitFor()
    await tabTo(page, 'link', 'Apply Now')
    await page.keyboard.press('Enter')
    await page.getByText('0/400 characters').waitFor()
    await tabTo(page, 'textbox', 'First name')
    for (const text of ['Mira', 'Keys', 'keys@example.org', '+45 12']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await tabTo(page, 'textbox', 'Motivation letter')
    await page.keyboard.insertText(words(430))
    await tabTo(page, 'button', 'Resume')
    const resume = page.getByLabel('Resume')
    expect(await resume.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(() => chooser).toBeDefined()
    const buffer = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())
    await chooser?.setFiles({ name: 'mira.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText('Chosen: mira.pdf').waitFor()
    await tabTo(page, 'button', 'Submit Application')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
  })

  test('a reviewer signs in and shortlists the candidate without losing focus', async () => {
    const page = await journey.open('/backoffice')
    await tabTo(page, 'textbox', 'Email')
    await page.keyboard.type(administrator.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(administrator.password)
    await page.keyboard.press('Enter')
    await tabTo(page, 'link', /^Pending/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Applications Management' }).waitFor()
    await page.getByRole('link', { name: 'Mira Keys', exact: true }).waitFor()
    await page.keyboard.press('j')
    const first = page.getByRole('link', { name: 'Mira Keys', exact: true })
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Mira Keys', level: 1 }).waitFor()
    await tabTo(page, 'button', 'Shortlisted')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Shortlisted (current)' }).waitFor()
    expect(await isFocused(page)).toBe(true)
    // The screen shows it before it is saved.
    await expect
      .poll(() => journey.rows("SELECT status FROM applications WHERE last_name = 'Keys'"))
      .toEqual([{ status: 'shortlisted' }])
  })

  test('J and K move between rows right after the page has loaded', async () => {
    const page = await journey.open('/backoffice/applications', { as: administrator })
    const rows = page.locator('[data-row]')
    await rows.first().waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row)
    for (const [key, index] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).toBe(await rows.nth(index).getAttribute('data-row'))
    }
  })

  test('Next and Previous application keep the focus and announce the person', async () => {
    const page = await journey.open('/backoffice/applications', { as: administrator })
    await page.locator('[data-row]').first().waitFor()
    const names = await page.locator('[data-row]').allTextContents()
    await page.locator('[data-row]').first().click()
    for (const [step, index] of [
      ['Next', 1],
      ['Next', 2],
      ['Previous', 1],
      ['Previous', 0],
    ] as const) {
      const link = page.getByRole('link', { name: `${step} application` })
      await link.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: names[index] ?? '', level: 1 }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: `${names[index]}, ` })
        .waitFor()
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    const first = page.getByRole('link', { name: 'Previous application' })
    expect(await first.getAttribute('aria-disabled')).toBe('true')
  })

  test('focus moves to the next row after one has left the list', async () => {
    const page = await journey.open('/backoffice/applications?status=pending', {
      as: administrator,
    })
    const rows = page.getByRole('button', { name: /^Shortlist / })
    await rows.first().waitFor()
    const before = await rows.count()
    await rows.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(before - 1)
    expect(await isFocused(page)).toBe(true)
  })
})
