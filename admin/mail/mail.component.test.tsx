import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { mailRow, outboxStatus } from '#api/core/mail/contract/row.ts'
import { noMailServer } from '#api/core/mail/contract.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const status = {
  mail_server: true,
  paused_since: null,
  paused_until: null,
  last_error: null,
  waiting: 0,
  sent: 0,
  failed: 0,
} satisfies z.infer<typeof outboxStatus>

const filed = {
  id: 1,
  application_id: 5,
  to_name: 'Mira Nguyễn',
  to_address: 'mira@example.org',
  subject: 'Your application',
  state: 'failed',
  attempts: 0,
  next_try_at: '2026-05-04T08:00:00.000Z',
  expires_at: null,
  sent_at: null,
  failed_at: '2026-05-04T08:00:00.000Z',
  last_error: noMailServer,
  held_until: null,
  created_at: '2026-05-04T08:00:00.000Z',
} satisfies z.infer<typeof mailRow>

describe('The mail screen', () => {
  test('without a mail server an email is saved, nothing is red, and one line says what to do', async () => {
    await openBackOffice('/email', {
      'GET /api/outbox': [filed],
      'GET /api/outbox/status': { ...status, mail_server: false, failed: 1 },
    })
    const row = page.getByRole('listitem').filter({ hasText: filed.subject })
    await expect.element(row.getByText('Saved', { exact: true })).toBeVisible()
    await expect.element(row).not.toMatchTextContent(/failed|not sent/i)
    const line = page.getByText(/Emails are saved, not sent/)
    await expect.element(line).toBeVisible()
    expect(line.element().getBoundingClientRect().height).toBeLessThan(48)
    await expect
      .element(page.getByRole('link', { name: 'Connect your email' }))
      .toHaveTextContent('Connect')
    expect(document.querySelector('.red')).toBe(null)
    expect(await axeViolations()).toEqual([])
  })

  test('an empty outbox is shown as empty, also on the tab of failed mail', async () => {
    await openBackOffice('/email', { 'GET /api/outbox': [], 'GET /api/outbox/status': status })
    await expect.element(page.getByRole('heading', { name: 'No emails yet' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'State' })
      .getByRole('link', { name: /^Failed/ })
      .click()
    await expect.element(page.getByRole('heading', { name: 'No emails have failed' })).toBeVisible()
    expect(location.search).toBe('?state=failed')
    expect(await axeViolations()).toEqual([])
  })
})
