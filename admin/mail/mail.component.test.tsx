import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { outboxStatus } from '#api/core/mail/contract/row.ts'
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

describe('The mail screen', () => {
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
