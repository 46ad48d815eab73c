import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const journey = startJourney()

describe('Back-office forms', () => {
  test('no sticky bar covers the fields in a low window (400 % zoom)', async () => {
    const viewport = { width: 320, height: 256 }
    const page = await journey.open('/backoffice/jobs/1/edit', { ...as, viewport })
    const field = page.getByLabel('Job Title')
    await field.focus()
    await field.evaluate((it) => it.scrollIntoView({ block: 'center' }))
    const buttons = page.getByRole('button', { name: 'Update Job' })
    for (const bar of [page.getByRole('banner').first(), buttons]) {
      const { y, height } = (await bar.boundingBox())!
      expect(y + height <= 0 || y >= viewport.height).toBe(true)
    }
  })
})

describe('Application filters, missing resumes and session checks', () => {
  test('active filters are listed and can be removed one by one or all at once', async () => {
    const page = await journey.open('/backoffice/applications?status=pending&job_id=1', as)
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByText('Calibration Technician').waitFor()
    expect((await chips.textContent())?.replace(/\s+/g, ' ')).toContain('Status: Pending')
    await chips.getByRole('button', { name: /Pending/ }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?job_id=1')
    const [row] = journey.rows('SELECT count(*) AS n FROM applications WHERE job_id = 1')
    await page.getByText(`Showing ${row?.n} applications`).waitFor()
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('an application without a resume has no download button', async () => {
    journey.rows(
      'UPDATE applications SET resume_key = NULL, resume_type = NULL, resume_name = NULL, resume_size = NULL, resume_sha256 = NULL WHERE id = 3 RETURNING id',
    )
    const page = await journey.open('/backoffice/applications/3', as)
    await page.getByRole('heading', { name: 'Update Status' }).waitFor()
    expect(await page.getByRole('button', { name: /Download/ }).count()).toBe(0)
  })

  test('a failed session check keeps the session, and Retry checks it again', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    await page.route('**/api/auth/profile', (route) => route.abort())
    await page.reload()
    const notice = page.getByText("Can't reach the server. We'll keep trying.")
    await notice.waitFor()
    expect(await page.evaluate(() => Boolean(localStorage.token && localStorage.user))).toBe(true)
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    await page.unroute('**/api/auth/profile')
    await page.getByRole('status').getByRole('button', { name: 'Retry' }).click()
    await notice.waitFor({ state: 'detached' })
  })
})
