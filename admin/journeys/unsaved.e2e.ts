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
    // The router takes the way back afterwards.
    await expect.poll(() => new URL(page.url()).search).toBe('?new=1')
    await page.goBack()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
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
})
