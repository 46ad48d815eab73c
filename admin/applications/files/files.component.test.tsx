import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  application,
  job,
  listedApplication,
  noEvaluation,
} from '#scripts/testing/components/rows.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const writes = () =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url }) => `${method} ${url.pathname}`)
const resumes = () => requests.filter(({ url }) => url.pathname === '/api/applications/5/resume')

const openRecord = (shown: object, stubs: Stubs = {}) =>
  openBackOffice('/applications/5', {
    'GET /api/applications/5': shown,
    'GET /api/applications/5/version': { version: 'a' },
    'GET /api/applications/5/also-applied': [],
    'GET /api/applications/5/evaluations': noEvaluation,
    'GET /api/applications/5/resume': new Response('%PDF-1.7'),
    'GET /api/jobs/1': job,
    'GET /api/settings': [],
    'GET /api/templates': [],
    ...stubs,
  })

const waiting = {
  file: 'resume',
  id: null,
  state: 'waiting',
  threat: null,
  is_late: false,
  at: '2026-03-02T09:00:00.000Z',
}

test('a resume that is being checked is not read, and comes by itself', async () => {
  await page.viewport(1440, 900)
  await openRecord({ ...application, file_checks: [waiting] })
  await expect.element(page.getByText('Being checked for viruses…').first()).toBeVisible()
  expect(resumes()).toEqual([])
  expect(await axeViolations()).toEqual([])
  stubApi({
    'GET /api/applications/5': application,
    'GET /api/applications/5/version': { version: 'b' },
  })
  await expect.element(button('Download Resume').first(), { timeout: 12_000 }).toBeVisible()
}, 20_000)

test('an infected file is named, and removed after a question', async () => {
  await page.viewport(1440, 900)
  const infected = { ...waiting, state: 'infected', threat: 'Eicar-Test' }
  await openRecord(
    { ...application, file_checks: [infected] },
    { 'DELETE /api/applications/5/infected-files': undefined },
  )
  await expect.element(page.getByText('The resume has a virus. Nobody can open it.')).toBeVisible()
  await expect.element(page.getByText('Has a virus (Eicar-Test)', { exact: false })).toBeVisible()
  await button('Remove file…').click()
  await button('Remove file').click()
  await expect.element(page.getByText('Infected file removed')).toBeVisible()
  expect(writes()).toEqual(['DELETE /api/applications/5/infected-files'])
})

test('possible spam is marked on the record until somebody clears it', async () => {
  await openRecord(
    { ...application, suspicious: true },
    {
      'POST /api/applications/5/not-spam': undefined,
      'DELETE /api/applications/5/not-spam': undefined,
    },
  )
  await expect.element(page.getByText('Possible spam', { exact: true })).toBeVisible()
  stubApi({ 'GET /api/applications/5': application })
  await button('Not spam').click()
  await expect.element(page.getByText('Possible spam', { exact: true })).not.toBeInTheDocument()
  await button('Undo').click()
  await expect
    .poll(writes)
    .toEqual(['POST /api/applications/5/not-spam', 'DELETE /api/applications/5/not-spam'])
})

test('possible spam is marked in the list, and many are unmarked at once', async () => {
  await page.viewport(1440, 900)
  const rows = [{ ...listedApplication, suspicious: true }]
  await openBackOffice('/applications?suspicious=true', {
    'GET /api/applications': list(rows),
    'GET /api/applications/5': application,
    'GET /api/applications/stats': { pending: 1, shortlisted: 0, rejected: 0, selected: 0 },
    'GET /api/applications/former-options': [],
    'GET /api/jobs': [job],
    'GET /api/bulk': [],
    'GET /api/views': [],
    'GET /api/settings': [],
    'GET /api/templates': [],
    'POST /api/applications/not-spam': { count: 1 },
  })
  await expect.element(page.getByRole('gridcell').getByText('Possible spam')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select Mira/ }).click()
  await button('Not spam').click()
  await expect.poll(writes).toEqual(['POST /api/applications/not-spam'])
})
