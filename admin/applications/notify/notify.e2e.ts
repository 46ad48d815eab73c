import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer } from '#scripts/testing/mail-server.ts'
import { releaseHeldMails } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'

const env: Record<string, string> = {}
const admin = { as: administrator }
/** What is shown; the same is announced. */
const answer = (page: Page) => page.locator('#consequence')
/** For this application alone. */
async function choose(page: Page, option: string) {
  await page.getByRole('button', { name: 'Change the email' }).click()
  await page.getByLabel('Email the candidate').selectOption(option)
  await page.keyboard.press('Escape')
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('Telling candidates', () => {
  let smtp: Awaited<ReturnType<typeof mailServer>>
  beforeAll(async () => {
    smtp = await mailServer()
    env.SMTP_URL = smtp.url
  })
  afterAll(() => smtp.close())
  const journey = startJourney(env)
  const pending = (offset: number) =>
    journey.rows(
      `SELECT id, first_name, job_id FROM applications WHERE status = 'pending' ORDER BY id LIMIT 1 OFFSET ${offset}`,
    )[0] as { id: number; first_name: string; job_id: number }

  test('a decision is held, undone by a colleague, then told, in two browsers', async () => {
    const rita = await journey.open('/backoffice/profile', {
      as: await journey.createStaff(['review_applications']),
    })
    const own = rita.getByLabel('When I decide on an application')
    expect(await own.inputValue()).toBe('')
    await own.selectOption('Email later')
    await expect
      .poll(() => journey.rows("SELECT 1 FROM users WHERE tell = 'later'"))
      .toHaveLength(1)

    const { id, first_name } = pending(0)
    const path = `/backoffice/applications/${id}`
    const status = () => journey.rows(`SELECT status FROM applications WHERE id = ${id}`)[0]?.status
    await rita.goto(journey.url + path)
    await answer(rita)
      .filter({ hasText: /^Email tomorrow at/ })
      .waitFor()
    await press(rita, 'Rejected')
    await answer(rita)
      .filter({ hasText: `${first_name} will be notified tomorrow at ` })
      .waitFor()
    expect(await axeViolations(rita)).toEqual([])

    const ada = await journey.open(path, admin)
    await press(ada, 'Undo')
    await expect.poll(status).toBe('pending')
    await expect.poll(() => ada.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    // Rita still sees it as held.
    await press(rita, 'Undo')
    await rita.getByText('No email about this decision is held').waitFor()
    await choose(rita, 'Email now')
    await press(rita, 'Rejected')
    await rita.getByText(/moved to Rejected, “.+” · email goes in \d+ s/).waitFor()
    await rita.reload()
    await answer(rita)
      .filter({ hasText: /^Rejected · email goes in \d+ s/ })
      .waitFor()
    expect(await rita.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await releaseHeldMails(journey, journey.rows)
    await expect
      .poll(() =>
        journey.rows('SELECT 1 FROM outbox WHERE sent_at IS NOT NULL AND tells IS NOT NULL'),
      )
      .toHaveLength(1)
    await rita.reload()
    await answer(rita)
      .filter({ hasText: `${first_name} was notified on ` })
      .waitFor()
    const sent = smtp.received.filter((mail) => header(mail, 'Subject')?.startsWith('Your appl'))
    expect(sent).toHaveLength(1)
  })

  test('an exception for one candidate beats the choice of the job, for nobody else', async () => {
    const { id, first_name, job_id } = pending(1)
    const page = await journey.open(`/backoffice/jobs/${job_id}/edit`, admin)
    await page.getByRole('heading', { name: 'Decisions' }).click()
    await page.getByLabel('Email later').check()
    await press(page, 'Update Job')
    await expect.poll(() => journey.rows("SELECT 1 FROM jobs WHERE tell = 'later'")).toHaveLength(1)

    await page.goto(`${journey.url}/backoffice/applications?job_id=${job_id}&status=pending`)
    const other = page.locator(`[data-row]:not([data-row="${id}"])`).first()
    await page.locator(`[data-row="${id}"]`).click()
    await answer(page)
      .filter({ hasText: /^Email tomorrow at/ })
      .waitFor()
    await choose(page, 'No email')
    await answer(page).filter({ hasText: 'Email: none' }).waitFor()
    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await other.click()
    await answer(page)
      .filter({ hasText: /^Email tomorrow at/ })
      .waitFor()

    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await page.locator(`[data-row="${id}"]`).click()
    await press(page, 'Shortlisted')
    await page.getByText(/moved to Shortlisted\. No email\./).waitFor()
    await page.getByRole('button', { name: /^More actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Mark as informed' }).click()
    await answer(page)
      .filter({ hasText: `${first_name} was notified on ` })
      .waitFor()
    expect(
      journey.rows(`SELECT 1 FROM outbox WHERE application_id = ${id} AND tells IS NOT NULL`),
    ).toEqual([])
  })

  test('the dashboard leads to those who wait, and Mail shows what is held', async () => {
    const page = await journey.open('/backoffice', admin)
    await page.getByRole('link', { name: /decided, not told yet/ }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?waiting=true')
    journey.rows('UPDATE jobs SET tell = NULL RETURNING id')
    await page.goto(`${journey.url}/backoffice/applications/${pending(0).id}`)
    const ask = page.getByRole('group', { name: 'Email candidates' })
    await ask.getByRole('button', { name: 'later' }).click()
    await answer(page)
      .filter({ hasText: /^Email tomorrow at/ })
      .waitFor()
    const chosen = () =>
      journey.rows("SELECT value FROM settings WHERE key = 'decision_email'")[0]?.value
    await expect.poll(chosen).toBe('later')
    await press(page, 'Selected')
    await answer(page).filter({ hasText: 'will be notified tomorrow' }).waitFor()
    // The screen says so before it is stored.
    await expect
      .poll(() => journey.rows("SELECT 1 FROM outbox WHERE tells = 'selected'"))
      .toHaveLength(1)
    await page.goto(`${journey.url}/backoffice/email?state=waiting`)
    await page.getByText('Held until').waitFor()
    expect(await page.getByRole('button', { name: /Retry/ }).count()).toBe(0)
  })

  test('a decision without a template is refused below the choice, for one and in bulk', async () => {
    journey.rows("UPDATE templates SET status = NULL WHERE status = 'rejected' RETURNING id")
    const { id } = pending(0)
    const page = await journey.open(`/backoffice/applications/${id}`, admin)
    await choose(page, 'Email now')
    await press(page, 'Rejected')
    const refusal = page.getByRole('alert').filter({ hasText: 'There is no template for Rejected' })
    await refusal.getByRole('link', { name: 'Open templates' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(journey.rows(`SELECT status FROM applications WHERE id = ${id}`)).toEqual([
      { status: 'pending' },
    ])
    await choose(page, 'No email')
    await refusal.waitFor({ state: 'detached' })

    await page.goto(`${journey.url}/backoffice/applications`)
    await page.getByRole('grid').getByRole('checkbox').first().click()
    await press(page, 'Set status…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Selected').click()
    await dialog.getByLabel('Email now').click()
    const email = dialog.getByText(/^The email: /)
    await email.click()
    await dialog.getByText('Dear {first_name}').waitFor()
    await dialog.getByLabel('Rejected').click()
    await refusal.waitFor()
    const set = dialog.getByRole('button', { name: 'Set to Rejected' })
    await expect.poll(() => set.isDisabled()).toBe(true)
    await dialog.getByLabel('No email').click()
    await expect.poll(() => set.isEnabled()).toBe(true)
  })

  test('those who withdrew are not offered an email, and can be listed alone', async () => {
    const { id, first_name } = pending(0)
    journey.rows(
      `UPDATE applications SET status = 'rejected', withdrawn_at = '2026-01-05T10:00:00.000Z' WHERE id = ${id} RETURNING id`,
    )
    const page = await journey.open(`/backoffice/applications/${id}`, admin)
    await page.getByText(`${first_name} withdrew this application`).waitFor()
    expect(await page.getByRole('button', { name: 'Tell now' }).count()).toBe(0)

    await page.goto(`${journey.url}/backoffice/applications`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByLabel('Withdrawn', { exact: true })
    await filter.selectOption('Withdrawn')
    const rows = page.getByRole('grid').getByRole('checkbox')
    await expect.poll(() => rows.count()).toBe(1)
    await expect.poll(() => new URL(page.url()).search).toBe('?withdrawn=true')
    await filter.selectOption('Not withdrawn')
    await expect.poll(() => rows.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Remove filter: Not withdrawn' }).click()
    await expect.poll(() => filter.inputValue()).toBe('')
  })
})
