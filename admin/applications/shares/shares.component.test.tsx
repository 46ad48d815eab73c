import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list, problem, requests } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication } from '#scripts/testing/components/rows.ts'

const share = {
  id: 3,
  name: 'Dr. Vogt',
  created_at: '2026-11-20T09:00:00.000Z',
  created_by: 'Rita Reviewer',
  expires_at: '2090-03-31T09:00:00.000Z',
  has_ended: false,
  ending: null,
  views: 3,
  viewed_at: '2026-11-21T09:00:00.000Z',
  applications: [
    { id: 5, first_name: 'Mira', last_name: 'O', job_title: 'Baker', views: 1, viewed_at: null },
  ],
}
const url = `https://jobs.example.org/shared/${'x'.repeat(43)}`

test('selected applications are shared by a link that is shown once', async () => {
  await page.viewport(1280, 800)
  await openBackOffice('/applications', {
    'GET /api/applications': list([listedApplication]),
    'GET /api/applications/5': application,
    'GET /api/applications/former-options': [],
    'GET /api/bulk': [],
    'GET /api/jobs': [job],
    'GET /api/settings': [],
    'POST /api/shares': { id: 3, name: 'Dr. Vogt', url, expires_at: share.expires_at },
  })
  await page.getByRole('grid').getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Link' })
  await expect.element(create).toBeDisabled()
  await dialog.getByLabelText('For whom *').fill('Dr. Vogt')
  expect(await axeViolations()).toEqual([])
  await create.click()
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent).toMatchObject([{ ids: [listedApplication.id], name: 'Dr. Vogt' }])
})

test('shared links say how often they were opened, and end at once', async () => {
  await openBackOffice('/applications/shared', {
    'GET /api/shares': list([share]),
    'DELETE /api/shares/3': problem(404, { error: 'Link not found' }),
  })
  await expect.element(page.getByText(/^Opened 3 times/)).toBeVisible()
  await page.getByText('1 application').click()
  await expect.element(page.getByText(/Baker: opened once/)).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByRole('button', { name: /^Revoke/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke the link for Dr. Vogt?' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(dialog.getByText('Link not found')).toBeVisible()
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('a link of a deactivated person says why it stopped, and can be revoked', async () => {
  await openBackOffice('/applications/shared', {
    'GET /api/shares': list([
      { ...share, has_ended: true, ending: 'deactivated' },
      { ...share, id: 4, name: 'Nora', has_ended: true, ending: 'expired' },
      { ...share, id: 5, name: 'Ida', has_ended: true, ending: 'deleted', created_by: null },
    ]),
    'DELETE /api/shares/3': null,
  })
  await expect
    .element(page.getByText(/^Stopped because the account of Rita Reviewer is deactivated/))
    .toBeVisible()
  await expect
    .element(page.getByText('Ended because the account of the person who created it was deleted'))
    .toBeVisible()
  const revoke = page.getByRole('button', { name: /^Revoke/ })
  expect(revoke.elements()).toHaveLength(1)
  await revoke.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('The link for Dr. Vogt was revoked')).toBeVisible()
})
