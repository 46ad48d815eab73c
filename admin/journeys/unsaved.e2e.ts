import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }

describe('Unsaved changes', () => {
  const journey = startJourney()

  test('Back asks before it discards a new application', async () => {
    const page = await journey.open('/backoffice/applications', as)
    await page.getByRole('button', { name: 'New Application' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Application' })
    const name = dialog.getByLabel('First name')
    await name.fill('Half')
    await page.goBack()
    await dialog.getByText('Discard what you typed?').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    expect(await name.inputValue()).toBe('Half')
    expect(new URL(page.url()).search).toBe('?new=1')
    await page.goBack()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'New Application' }).click()
    expect(await name.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('closing the tab asks before it discards a note', async () => {
    const page = await journey.open('/backoffice/applications?notes=1', as)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('toolbar').waitFor()
    await dialog.getByRole('textbox', { name: 'Notes' }).press('Control+End')
    await page.keyboard.type(' and more')
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await closing
    await dialog.getByText('and more').waitFor()
  })

  test('Undo restores the text of a setting closed with Escape', async () => {
    const page = await journey.open('/backoffice/settings', as)
    const edit = page.getByRole('button', { name: 'Edit Site Tagline' })
    await edit.click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Half a sentence')
    await field.press('Escape')
    await page.getByText("“Site Tagline” wasn't changed").waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await field.inputValue()).toBe('Half a sentence')
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true)
    await field.press('Escape')
    // Settings has a category of that name too; the menu comes first.
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('a change undone by hand is not restored after a reload', async () => {
    const page = await journey.open('/backoffice/jobs/2/edit', as)
    const place = page.getByLabel('Location')
    const before = await place.inputValue()
    await place.fill('Somewhere else')
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('else')
    await place.fill(before)
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
      .not.toContain('else')
    await page.reload()
    await page.getByRole('button', { name: 'Update Job' }).waitFor()
    expect(await page.getByText('We restored your unsaved changes').count()).toBe(0)
  })

  test("a draft restored after a reload still detects a colleague's change", async () => {
    const page = await journey.open('/backoffice/jobs/3/edit', as)
    const other = await journey.open('/backoffice/jobs/3/edit', as)
    await page.getByLabel('Location').fill('Here')
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Here')
    await other.getByLabel('Salary range').fill('Enough')
    await other.getByRole('button', { name: 'Update Job' }).click()
    await other.getByRole('heading', { name: 'Jobs Management' }).waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('We restored your unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Update Job' }).click()
    await page.getByText('Your changes from another window were kept too').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Here' })
    await row.getByText('Enough', { exact: true }).waitFor()
  })
})
