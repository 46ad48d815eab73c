import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const at = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const as = { as: administrator }
const dialog = (page: Page) => page.getByRole('dialog')
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const showing = (page: Page, count: unknown) =>
  page.getByText(`Showing ${count} application${count === 1 ? '' : 's'}`, { exact: true }).waitFor()

describe('Application review', () => {
  const journey = startJourney()
  const count = (where = '1') =>
    journey.rows(`SELECT count(*) AS n FROM applications WHERE ${where}`)[0]?.n
  const person = (id: number) => {
    const [row] = journey.rows(`SELECT * FROM applications WHERE id = ${id}`)
    return { ...row, name: `${row?.first_name} ${row?.last_name}` } as Record<string, string>
  }

  test('filters and the search stay in step with the URL, reload and Back', async () => {
    const page = await journey.open('/backoffice/applications', as)
    await showing(page, count())
    await page.getByRole('navigation', { name: 'Status' }).getByText('Pending').click()
    await showing(page, count("status = 'pending'"))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Job', { exact: true }).selectOption({ index: 1 })
    await page.keyboard.press('Escape')
    await expect.poll(() => at(page)).toMatch(/job_id=\d+/)
    const [, job = ''] = /job_id=(\d+)/.exec(at(page)) ?? []
    const both = `status = 'pending' AND job_id = ${job}`
    const narrowed = at(page)
    if (count(both)) await showing(page, count(both))
    await page.reload()
    // The job options load after the page.
    await expect.poll(() => page.getByLabel('Job', { exact: true }).inputValue()).toBe(job)
    expect(at(page)).toBe(narrowed)
    await page.goBack()
    await showing(page, count("status = 'pending'"))
    await page.goBack()
    await showing(page, count())
    await page.goForward()
    await page.goForward()
    await page.getByRole('button', { name: 'Clear All Filters' }).first().click()
    await showing(page, count())
    await expect.poll(() => at(page)).toBe('/backoffice/applications')

    const { name, last_name } = person(1)
    await page.getByLabel('Search applications').fill(last_name ?? '')
    await page.getByRole('link', { name: name ?? '', exact: true }).waitFor()
    await expect.poll(() => at(page)).toContain('q=')
    await page.getByLabel('Search applications').fill('zzzzqqq')
    await page.getByRole('heading', { name: 'No applications match these filters' }).waitFor()
  })

  test('a manual application needs no resume or letter', async () => {
    const page = await journey.open('/backoffice/applications', as)
    const before = Number(count())
    await page.getByRole('button', { name: 'New Application' }).click()
    await dialog(page).getByText('at least 400 characters').waitFor()
    await dialog(page).getByRole('button', { name: 'Create Application' }).click()
    await expect
      .poll(() =>
        dialog(page)
          .getByText(/required|choose/i)
          .count(),
      )
      .toBeGreaterThan(2)
    await dialog(page).getByLabel('Job').selectOption({ label: 'Workshop Assistant' })
    expect(await dialog(page).getByLabel('Status').inputValue()).toBe('pending')
    await dialog(page).getByLabel('First name').fill('Paula')
    await dialog(page).getByLabel('Last name').fill('Paper')
    await dialog(page).getByLabel('Email').fill('paula@example.org')
    await page.keyboard.press('Escape')
    await dialog(page).getByText('Discard what you typed?').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog(page).getByRole('button', { name: 'Create Application' }).click()
    await gone(page)
    await showing(page, before + 1)
    const row = page.getByRole('row').filter({ hasText: 'Paula Paper' })
    await row.getByText('Workshop Assistant').waitFor()
    expect(await row.getByRole('button', { name: /^Download .*'s resume$/ }).count()).toBe(0)
    await row.getByRole('link', { name: 'View Paula Paper' }).click()
    await page.getByText('No motivation letter provided.').waitFor()
    await page.getByText('No notes added yet.').waitFor()
  })

  test('a manual application takes a resume and rejects files that are not one', async () => {
    const page = await journey.open('/backoffice/applications?new=1', as)
    await dialog(page).getByLabel('Job').selectOption({ label: 'Workshop Assistant' })
    await dialog(page).getByLabel('First name').fill('Elin')
    await dialog(page).getByLabel('Last name').fill('Mailed')
    await dialog(page).getByLabel('Email').fill('elin@example.org')
    const create = dialog(page).getByRole('button', { name: 'Create Application' })
    const resume = dialog(page).getByLabel('Resume')
    await resume.setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await dialog(page).getByText('Save it as PDF and choose it again').waitFor()
    await resume.setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('x'),
    })
    await create.click()
    await dialog(page).getByText('Resume must be a real PDF, DOC or DOCX file').waitFor()
    expect(await dialog(page).getByLabel('First name').inputValue()).toBe('Elin')
    await resume.setInputFiles('scripts/testing/fixtures/resumes/mira.pdf')
    await create.click()
    await gone(page)
    await page
      .getByRole('row')
      .filter({ hasText: 'Elin Mailed' })
      .getByRole('button', { name: /^Download .*'s resume$/ })
      .waitFor()
  })

  test('notes are edited in place, and the address of Edit Notes opens the form at the notes', async () => {
    const page = await journey.open('/backoffice/applications/4/edit?scroll=notes', as)
    const notes = page.getByRole('textbox', { name: 'Notes' })
    await page.getByRole('toolbar', { name: /Notes/ }).waitFor()
    await expect.poll(() => notes.evaluate((field) => document.activeElement === field)).toBe(true)
    await page.getByRole('link', { name: 'Back to Application' }).click()
    await page.getByRole('link', { name: 'Edit Notes' }).click()
    await page.getByRole('toolbar', { name: /Notes/ }).waitFor()
    await notes.press('Control+a')
    await page.keyboard.type('Second talk on Friday')
    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notes.waitFor({ state: 'detached' })
    await page.getByText('Second talk on Friday').waitFor()
    await expect.poll(() => at(page)).toBe('/backoffice/applications/4')
  })

  test("a row's buttons save the status, undo it, and revert when saving fails", async () => {
    const { name } = person(5)
    const page = await journey.open('/backoffice/applications', as)
    const set = (action: string) => page.getByRole('button', { name: action }).click()
    await set(`Select ${name}`)
    await expect.poll(() => person(5).status).toBe('selected')
    await set(`Reject ${name}`)
    await expect.poll(() => person(5).status).toBe('rejected')
    expect(person(5).reviewed_at).toBeTruthy()
    await page.getByText(`${name} moved to Rejected.`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => person(5).status).toBe('selected')
    await page.route('**/api/applications/5', (route) => route.abort())
    await set(`Move ${name} to Pending`)
    await page.getByText(`${name} wasn't moved to Pending.`, { exact: false }).waitFor()
    const select = page.getByRole('button', { name: `Select ${name}` })
    await expect.poll(() => select.isDisabled()).toBe(true)
  })

  test('deleting an application asks first, then removes it', async () => {
    const { name } = person(6)
    const page = await journey.open('/backoffice/applications/6', as)
    const remove = async () => {
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete application' }).click()
    }
    await remove()
    await dialog(page).getByText(`delete ${name}'s application`).waitFor()
    await page.keyboard.press('Escape')
    await gone(page)
    await remove()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Applications Management' }).waitFor()
    expect(count('id = 6')).toBe(0)
    await showing(page, count())
    await page.goto(`${journey.url}/backoffice/applications/6`)
    await page.getByRole('heading', { name: 'Application not found' }).waitFor()
    await page.getByRole('link', { name: /^Back to/ }).click()
    await page.getByRole('heading', { name: 'Applications Management' }).waitFor()
  })
})
