import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { capped } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const event = {
  id: 1,
  at: '2026-01-05T09:00:00.000Z',
  actor_id: 1,
  actor_name: 'Ada Admin',
  ip: '192.0.2.1',
  action: 'session.started' as const,
  target_id: null,
  target_name: '',
  detail: {},
}

test('a search whose count stopped says so, and the next page is there', async () => {
  await openBackOffice('/activity?q=ada', { 'GET /api/audit': capped([event]) })
  await expect.element(page.getByText('1–50 of 10,000+')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Next' })).toBeVisible()
})
