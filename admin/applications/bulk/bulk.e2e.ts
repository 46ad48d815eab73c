import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { releaseHeldMails } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../../journeys/steps.ts'

const post = await mailServer({
  onRcptTo: ({ address }, _session, done) =>
    address === 'mira7@example.org' ? done(refusal(550, 'No such mailbox')) : done(),
})
const journey = startJourney({ SMTP_URL: post.url })
const as = { as: administrator }

/** A job with pending applications, each with an address of its own; its id. */
function addApplications(count: number): number {
  const [job] = journey.rows(
    "INSERT INTO jobs (title, description) VALUES ('Miller', '<p>Mill.</p>') RETURNING id",
  )
  journey.rows(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO applications (job_id, first_name, last_name, email)
    SELECT ${job?.id}, 'Mira', 'Number ' || n, 'mira' || n || '@example.org' FROM numbers RETURNING id`)
  return Number(job?.id)
}

const statuses = (job: number) =>
  journey.rows(
    `SELECT status, count(*) AS count FROM applications WHERE job_id = ${job} GROUP BY status`,
  )

/** Counts the clicks from here on. */
async function countClicks(page: Page) {
  await page.evaluate(() => {
    addEventListener(
      'click',
      () => {
        document.documentElement.dataset.clicks = String(
          Number(document.documentElement.dataset.clicks ?? 0) + 1,
        )
      },
      { capture: true },
    )
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.clicks))
}

async function selectPage(page: Page) {
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.first().click()
  await boxes.last().click({ modifiers: ['Shift'] })
}

test('50 are rejected with an email in at most 8 clicks, also when the browser is closed', async () => {
  const job = addApplications(50)
  const page = await journey.open(`/backoffice/applications?job_id=${job}`, as)
  const clicks = await countClicks(page)
  await selectPage(page)
  await page.getByRole('button', { name: 'Set status…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the status of 50 applications' })
  await dialog.getByLabel('Rejected').click()
  await dialog.getByLabel('Email now').click()
  await dialog
    .getByText('50 candidates will get an email in a minute. Undo is possible until then.')
    .waitFor()
  await dialog.getByText(/^Mira Number \d+, .* and 45 more$/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Set to Rejected' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await clicks()).toBeLessThanOrEqual(8)
  await page.close()

  await expect.poll(() => statuses(job)).toEqual([{ status: 'rejected', count: 50 }])
  await releaseHeldMails(journey, journey.rows)
  await expect.poll(() => post.received.length, { timeout: 120_000 }).toBe(49)
  expect(new Set(post.ids()).size).toBe(49)
  expect(new Set(post.received.map((message) => header(message, 'To'))).size).toBe(49)
  await expect
    .poll(() => journey.rows('SELECT to_address FROM outbox WHERE failed_at IS NOT NULL'))
    .toEqual([{ to_address: 'mira7@example.org' }])

  const next = await journey.open('/backoffice/applications', as)
  const ended = next.getByRole('region', { name: 'Bulk action' })
  await ended.getByText('50 applications set to Rejected').waitFor()
  expect(await axeViolations(next)).toEqual([])
  // The email to the address that was refused never left.
  await ended.getByText('49 stay: changed or emailed since, or on legal hold').waitFor()
  await ended.getByRole('button', { name: 'Undo for 1 of 50' }).click()
  await ended.getByText('1 application restored, 49 problems').waitFor()
  await ended.getByText('What went wrong').click()
  await ended.getByText('The email about it has already been sent').first().waitFor()
  expect(statuses(job)).toEqual([
    { status: 'pending', count: 1 },
    { status: 'rejected', count: 49 },
  ])
  await ended.getByRole('button', { name: 'Dismiss' }).click()
  await next.reload()
  await next.getByRole('grid').waitFor()
  expect(await ended.count()).toBe(0)
})

test('an email to several is written once, and arrives at each; several are deleted at once', async () => {
  const job = addApplications(3)
  const page = await journey.open(`/backoffice/applications?job_id=${job}`, as)
  await selectPage(page)
  await page.getByRole('button', { name: 'Email…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email the candidates of 3 applications' })
  await dialog.getByLabel('Template').selectOption('Shortlisted')
  const subject = dialog.getByLabel('Subject *')
  await subject.fill('Hello {nickname}')
  await dialog.getByRole('button', { name: 'Send emails' }).click()
  await dialog.getByText('{nickname} is not a placeholder').waitFor()
  await subject.fill('Hello {first_name}, here is {job_title}')
  await dialog.getByText('Hello Mira, here is Miller').waitFor()
  await dialog.getByLabel('Mark them as informed').uncheck()
  await dialog.getByText('3 candidates will get this email.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const before = post.received.length
  await dialog.getByRole('button', { name: 'Send me a test' }).click()
  await dialog.getByText(`Test email sent to ${administrator.email}.`).waitFor()
  await dialog.getByRole('button', { name: 'Send emails' }).click()
  await page.getByText('3 applications emailed', { exact: true }).waitFor()
  await expect.poll(() => post.received.length).toBe(before + 4)
  expect(header(post.received.at(-1) ?? '', 'Subject')).toContain('Hello Mira, here is Miller')

  await selectPage(page)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete 3 applications' })
  await deletion.getByText('3 applications will be deleted').waitFor()
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('3 applications deleted', { exact: true }).waitFor()
  expect(statuses(job)).toEqual([])
})

test('an email to several that is written when the session ends goes to the same candidates after the next sign-in', async () => {
  const job = addApplications(4)
  const page = await journey.open(`/backoffice/applications?job_id=${job}`, as)
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.nth(0).click()
  await boxes.nth(2).click()
  await page.getByRole('button', { name: 'Email…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email the candidates of 2 applications' })
  const subject = dialog.getByLabel('Subject *')
  await subject.fill('One more question about the mill')
  await write(page, 'Message *', 'When could you start?')

  await page.evaluate(() => localStorage.setItem('token', 'stale'.repeat(8)))
  await dialog.getByRole('button', { name: 'Send emails' }).click()
  await page.getByText("You've been signed out").waitFor()
  await signInOn(page)
  // The draft is restored after the dialog has opened.
  await expect.poll(() => subject.inputValue()).toBe('One more question about the mill')
  await dialog.getByText('2 candidates will get this email.').waitFor()
  await dialog.getByRole('button', { name: 'Send emails' }).click()
  await dialog.waitFor({ state: 'detached' })
  const sentTo = () =>
    journey
      .rows("SELECT to_address FROM outbox WHERE subject LIKE '%mill' ORDER BY to_address")
      .map(({ to_address }) => to_address)
  await expect.poll(sentTo).toEqual(['mira2@example.org', 'mira4@example.org'])
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))
  await expect.poll(drafts).toEqual([])
})
