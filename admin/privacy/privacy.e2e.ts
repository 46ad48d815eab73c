import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

describe('privacy', () => {
  const journey = startJourney()
  beforeAll(() => {
    journey.rows(
      "UPDATE applications SET status = 'rejected', reviewed_at = '2020-01-01T00:00:00.000Z', created_at = '2020-01-01T00:00:00.000Z' WHERE id IN (1, 2)",
    )
    journey.rows("UPDATE applications SET status = 'pending' WHERE id > 2")
  })

  test('rules show what they would erase before they are saved; a legal hold keeps an application', async () => {
    const page = await journey.open('/backoffice/applications/1', { as: administrator })
    await page.getByRole('button', { name: /^More actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Put on legal hold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Put on legal hold' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByLabel('Reason *').fill('Claim 12/26')
    await dialog.getByRole('button', { name: 'Put on legal hold' }).click()
    await page.getByText('Kept until the legal hold is lifted.').waitFor()
    await page.getByText('Claim 12/26').waitFor()

    await page.goto(`${journey.url}/backoffice/privacy`)
    const rejected = page.getByLabel('Rejected, in days')
    await rejected.fill('7')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a whole number from 30 to 3,650, or empty').waitFor()
    await page.getByRole('button', { name: 'EU practice: six months' }).click()
    expect(await rejected.inputValue()).toBe('180')
    await page.getByText('Today this would erase 1 application: 1 rejected.').waitFor()
    const rules = page.getByRole('region', { name: 'How long applications are kept' })
    const link = rules.getByRole('listitem').getByRole('link')
    expect(await link.getAttribute('href')).toContain('/applications/2')
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('For later openings, in months').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“How long applications are kept” was updated').waitFor()
    const value = () => journey.rows("SELECT value FROM settings WHERE key = 'keep_rejected_days'")
    await page.getByText('rejected: 180 days').waitFor()
    expect(value()).toMatchObject([{ value: '' }])
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('rejected: 180 days').waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('button', { name: 'EU practice: six months' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('rejected: 180 days').waitFor()
    journey.rows(
      "UPDATE retention_pending SET effective_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
    )
    await page.reload()
    await page.getByText('rejected: 180 days').waitFor({ state: 'hidden' })
    await rejected.waitFor()
    expect(value()).toMatchObject([{ value: '180' }])

    journey.rows('DELETE FROM retention_runs')
    journey.rows(`INSERT INTO retention_runs (started_at, ended_at)
      SELECT now, now FROM (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now)`)
    await page.reload()
    const erased = page.getByRole('region', { name: 'What was erased' })
    await erased.getByText('Skipped: the clock had moved by more than two days, or back').waitFor()
    await erased.getByText('The next run is on').waitFor()

    await page.goto(`${journey.url}/backoffice/applications/3`)
    await page
      .getByText('Kept indefinitely (no retention rule for undecided applications).')
      .waitFor()
  })

  test('a candidate agrees to be kept, sees it and takes it back, without script', async () => {
    const form = await (await fetch(`${journey.url}/jobs/1/apply`)).text()
    const [box = ''] = /<input[^>]*name="keep_until"[^>]*>/.exec(form) ?? []
    expect(box).not.toContain('checked')
    const [, until] = /value="(\d{4}-\d\d-\d\d)"/.exec(box) ?? []
    const body = applicationForm({ job_id: 1, keep_until: until })
    const sent = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    const { candidate_url } = (await sent.json()) as { candidate_url: string }
    const page = await journey.open(new URL(candidate_url).pathname, { javaScriptEnabled: false })
    await page.getByText('Kept for later openings').click()
    await page.getByText('You agreed to let us keep your application').waitFor()
    expect(await page.getByRole('button', { name: /^Keep it until / }).count()).toBe(0)
    await page.getByRole('button', { name: "Don't keep my application" }).click()
    await page.getByText('We no longer keep your application for later openings.').waitFor()
    expect(await page.getByText('Kept for later openings', { exact: true }).count()).toBe(0)
  })
})
