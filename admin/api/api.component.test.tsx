import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import type { OpenApi } from './queries.ts'

const description = {
  info: { description: 'All of it.' },
  paths: {
    '/jobs': { get: { operationId: 'listJobs', summary: 'List jobs', tags: ['Jobs'] } },
    '/jobs/{id}': {
      put: {
        operationId: 'changeJob',
        summary: 'Change a job',
        tags: ['Jobs'],
        security: [{ bearer: ['manage_jobs'] }],
      },
    },
  },
} satisfies OpenApi

describe('The API screen', () => {
  test('each operation is listed with method, path and required permission', async () => {
    await openBackOffice('/api', { 'GET /api/openapi.json': description })
    const jobs = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem')
    const change = jobs.filter({ hasText: 'Change a job' })
    for (const words of ['PUT', '/jobs/{id}', 'Admins and users who may manage jobs'])
      await expect.element(change).toMatchTextContent(words)
    await expect.element(jobs.filter({ hasText: 'List jobs' })).toMatchTextContent('Anyone')
    await expect.element(page.getByText(/^curl -X POST/)).toMatchTextContent('/api/auth/login')
    const download = page.getByRole('link', { name: 'openapi.json', exact: true })
    await expect.element(download).toHaveAttribute('href', '/api/openapi.json')
    await expect.element(download).toHaveAttribute('download', 'openapi.json')
  })

  test('the list fits on a phone', async () => {
    await page.viewport(360, 780)
    await openBackOffice('/api', { 'GET /api/openapi.json': description })
    await expect.element(page.getByText('/jobs/{id}', { exact: true })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    expect(await axeViolations()).toEqual([])
  })

  test('a failed load shows an error, and Retry loads the list', async () => {
    await openBackOffice('/api', { 'GET /api/openapi.json': serverError })
    await expect
      .element(page.getByRole('heading', { name: 'Failed to load the description of the API' }))
      .toBeVisible()
    stubApi({ 'GET /api/openapi.json': description })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('/jobs/{id}', { exact: true })).toBeVisible()
  })
})
