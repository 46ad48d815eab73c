import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { requests, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const part = page.getByRole('region', { name: 'In your own calendar' })

test('a calendar address is created, shown once, and removed', async () => {
  await openBackOffice('/interviews', { 'GET /api/interviews': [] })
  await part.getByLabelText(/^Also show full names/).click()
  const url = 'https://bread.test/api/calendar/abc.ics'
  stubApi({
    'POST /api/auth/calendar': Response.json({ url, details: true }, { status: 201 }),
    'GET /api/auth/calendar': { details: true, created_at: '2026-03-02T09:00:00.000Z' },
  })
  await part.getByRole('button', { name: 'Create address' }).click()
  await expect.element(part.getByLabelText('Your calendar address')).toHaveValue(url)
  expect(await axeViolations()).toEqual([])
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { details: true },
  ])
  stubApi({
    'DELETE /api/auth/calendar': new Response(null, { status: 204 }),
    'GET /api/auth/calendar': null,
  })
  await part.getByRole('button', { name: 'Remove address' }).click()
  await expect.element(part.getByRole('button', { name: 'Create address' })).toBeVisible()
  await expect.element(part.getByLabelText('Your calendar address')).not.toBeInTheDocument()
})
