import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }

describe('Audit trail screen', () => {
  const journey = startJourney()

  test('events are listed, filtered by URL, link to their target, and are exported as CSV', async () => {
    const page = await journey.open('/backoffice/applications/1', as)
    await page.getByRole('heading', { name: 'Update Status' }).waitFor()
    await page.getByRole('button', { name: 'Shortlisted' }).click()
    await page.getByText('Last reviewed').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('link', { name: 'Activity log' }).click()
    const changed = page.getByRole('listitem').filter({ hasText: 'changed the application of' })
    await changed.getByText(/^Moved from \w+ to Shortlisted/).waitFor()
    await page.getByLabel('Action').selectOption('application.viewed')
    await changed.waitFor({ state: 'detached' })
    await page.reload()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'viewed the application of' })
      .first()
      .waitFor()
    await page.getByRole('searchbox').fill('nobody of that name')
    await page.getByText('No activity matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await changed.getByRole('link').click()
    await page.getByRole('heading', { name: 'Update Status' }).waitFor()
    await page.goto(`${journey.url}/backoffice/activity`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('audit-trail.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain('session.started')
  })
})
