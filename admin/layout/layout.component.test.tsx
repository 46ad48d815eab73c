import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverError } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'

const open = (stats = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }, user = own) =>
  openBackOffice(
    '/tags',
    { 'GET /api/tags': serverError, 'GET /api/applications/stats': stats },
    user,
  )

test.each([
  [1440, 900],
  [1366, 600],
  [1024, 768],
])('at %i x %i View Site, the full name and Logout are on screen', async (width, height) => {
  await page.viewport(width, height)
  const name = { first_name: 'Maximiliane Theodora', last_name: 'von der Schulenburg-Wolfsburg' }
  await open(undefined, { ...own, ...name })
  const full = page.getByText(`${name.first_name} ${name.last_name}`)
  await expect.element(full).toBeVisible()
  expect(full.element().scrollHeight).toBeLessThanOrEqual(full.element().clientHeight + 1)
  for (const shown of [
    page.getByRole('link', { name: 'View Site' }),
    full,
    page.getByRole('button', { name: 'Logout' }),
  ]) {
    const { top, bottom } = shown.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(height)
  }
})

test('counts stop at 99+ and leave the word whole', async () => {
  await open({ pending: 1968, shortlisted: 0, rejected: 0, selected: 0 })
  const count = page.getByText('99+', { exact: true })
  await expect.element(count).toBeVisible()
  const link = page.getByRole('link', { name: 'Applications', exact: true })
  await expect.element(link).toHaveAccessibleDescription('1,968 unread, 1,968 waiting for a reply')
  const range = document.createRange()
  const word = document.evaluate(
    './/text()[.="Applications"]',
    link.element(),
    null,
    XPathResult.FIRST_ORDERED_NODE_TYPE,
  ).singleNodeValue!
  range.selectNodeContents(word)
  expect(range.getBoundingClientRect().right).toBeLessThan(
    count.element().getBoundingClientRect().left,
  )
})
