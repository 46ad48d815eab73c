import { describe, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { openMailbox } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'

const mailbox = await openMailbox()
const as = { as: administrator }

describe('The dashboard', () => {
  const journey = startJourney({ SMTP_URL: mailbox.url })

  async function apply() {
    const [job] = journey.rows("SELECT id FROM jobs WHERE is_active = 1 AND letter = 'required'")
    const body = applicationForm({ job_id: Number(job?.id) })
    const response = await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
    expect(response.status).toBe(201)
  }

  test('steps of setting up tick themselves, and the list goes once the rest is skipped', async () => {
    const page = await journey.open('/backoffice', as)
    const list = page.getByRole('region', { name: 'Set up your site' })
    await list.getByText('3 of 7 done').waitFor()
    await list.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText(`Test email sent to ${administrator.email}`).waitFor()
    await list.getByText('4 of 7 done').waitFor()
    expect((await mailbox.next(administrator.email)).subject).toContain('Test')

    await list.getByRole('button', { name: 'Use our template' }).click()
    await page.getByRole('heading', { name: 'Edit Page' }).waitFor()
    expect(await page.getByLabel('Slug').inputValue()).toBe('privacy')
    await page.getByLabel('Publish immediately').check()
    await page.getByRole('button', { name: 'Update Page' }).click()
    const saved = page.getByRole('status').filter({ hasText: '“Privacy” was updated' })
    expect(await saved.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
      '/page/privacy',
    )

    await page.goto(`${journey.url}/backoffice`)
    await list.getByText('5 of 7 done').waitFor()
    await list.getByRole('button', { name: 'Skip “Appearance”' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const step of ['Appearance', 'Name and address'])
      await list.getByRole('button', { name: `Skip “${step}”` }).click()
    await list.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Open jobs' }).waitFor()
    expect(await list.count()).toBe(0)
  })

  test('what changed since the day of the last look stays all day, also after reloads', async () => {
    const before = new Date(Date.now() - 36 * 3_600_000).toISOString()
    journey.rows(
      `UPDATE users SET dashboard_seen_at = '${before}', dashboard_since = NULL WHERE id = 1 RETURNING id`,
    )
    const page = await journey.open('/backoffice', as)
    await apply()
    const since = page.getByRole('region', { name: /^Since / })
    for (const _ of [1, 2]) {
      await page.reload()
      await since.getByText('just now').waitFor()
    }
    await since.getByRole('listitem').first().getByRole('link').nth(1).click()
    await page.waitForURL(/\/applications\/\d+/)
    const next = await journey.open('/backoffice', as)
    await next
      .getByRole('region', { name: /^Since / })
      .getByText(/ applied/)
      .waitFor()
  })

  test('a reviewer turns notices on and is told of the next application', async () => {
    const page = await journey.open('/backoffice/profile', as)
    await page.getByLabel('Notify me about new applications').check()
    await expect
      .poll(() => journey.rows('SELECT notify_applications FROM users WHERE id = 1'))
      .toEqual([{ notify_applications: 1 }])
    await apply()
    await expect
      .poll(() =>
        mailbox
          .to(administrator.email)
          .map(({ text }) => text)
          .join(),
      )
      .toContain('New application')
  })
})
