import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { startElsewhere } from '#scripts/testing/fixtures/elsewhere.ts'
import { hostilePdf } from '#scripts/testing/fixtures/resumes/hostile-pdf.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

/** Narrow: from 1024 px on the resume is beside the letter. */
const as = { as: administrator, viewport: { width: 1000, height: 720 } }

describe('Resume preview', () => {
  const journey = startJourney()

  const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Resume' })
  const preview = (page: Page) => page.getByRole('tab', { name: 'Resume' })
  /** Waits for the first page and returns the preview frame. */
  async function shown(page: Page) {
    await page.frameLocator('iframe').locator('canvas').first().waitFor()
    await panel(page).getByText('Loading...').waitFor({ state: 'detached' })
    return page.frames()[1]!
  }
  const opened = () =>
    journey.rows("SELECT * FROM audit_events WHERE action = 'resume.downloaded'").length

  /** Submits an application with this file and returns its id. */
  async function apply(resume: Uint8Array<ArrayBuffer> | File) {
    const file = resume instanceof File ? resume : new File([resume], 'resume.pdf')
    const body = applicationForm({ job_id: 1, resume: file })
    const answer = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect(answer.status).toBe(201)
    return journey.rows('SELECT max(id) AS id FROM applications')[0]!.id
  }

  test('a preview opened by keyboard shows the resume and is recorded in the audit trail', async () => {
    const page = await journey.open('/backoffice/applications/1', as)
    await preview(page).waitFor()
    expect([page.frames().length, opened()]).toEqual([1, 0])
    await page.keyboard.press('r')
    const frame = await shown(page)
    const name = journey.rows('SELECT first_name FROM applications WHERE id = 1')[0]!.first_name
    await page.frameLocator('iframe').getByText(String(name)).first().waitFor()
    expect(opened()).toBe(1)
    await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => preview(page).evaluate((tab) => tab === document.activeElement))
      .toBe(true)
  })

  test('a hostile PDF makes no request, opens no window and shows no dialog', async () => {
    const elsewhere = await startElsewhere()
    const id = await apply(hostilePdf(elsewhere.url))

    const page = await journey.open(`/backoffice/applications/${id}`, as)
    elsewhere.listenOn(page)
    await preview(page).click()
    await shown(page)
    await page.frameLocator('iframe').getByText('A harmless resume').waitFor()
    await page.frameLocator('iframe').locator('.sheet').click()
    expect(await elsewhere.heardFrom(page)).toEqual([])
    await panel(page).waitFor()
    elsewhere.close()
  })

  test('the preview frame can reach no storage, cookies or parent document', async () => {
    const id = await apply(resumeFile('mira.pdf'))
    const page = await journey.open(`/backoffice/applications/${id}`, as)
    await preview(page).click()
    const frame = await shown(page)
    // This text is on the second page.
    await page.frameLocator('iframe').getByText('Lead engineer').first().waitFor()
    const reached = await frame.evaluate(() => {
      const tried = (act: () => unknown) => {
        try {
          return act()
        } catch (error) {
          return (error as Error).name
        }
      }
      return {
        origin: self.origin,
        storage: tried(() => localStorage.length),
        cookies: tried(() => document.cookie),
        around: tried(() => parent.document.title),
      }
    })
    expect(reached).toEqual({
      origin: 'null',
      storage: 'SecurityError',
      cookies: 'SecurityError',
      around: 'SecurityError',
    })
  })

  test('a preview that fails to load offers Retry; an unreadable PDF shows an error', async () => {
    const page = await journey.open('/backoffice/applications/1', as)
    const store = join(journey.folder, 'resumes')
    await preview(page).waitFor()
    await rename(store, `${store}-away`)
    await preview(page).click()
    await panel(page).getByText("Couldn't load the resume").waitFor()
    await rename(`${store}-away`, store)
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await shown(page)

    const id = await apply(
      new TextEncoder().encode('%PDF-1.7\nnothing more\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    )
    await page.goto(`${journey.url}/backoffice/applications/${id}`)
    await preview(page).click()
    await panel(page).getByText("Can't show this PDF here").waitFor()
  })
})
