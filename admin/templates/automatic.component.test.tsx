import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AutomaticRow } from '#api/core/templates/contract/automatic.ts'
import { problem, requests, type Stubs } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const built_in = {
  subject: 'Your application to {site_name}: {job_title} ({reference})',
  body: '<h2>Thank you for applying</h2><p>{greeting}</p>',
}
const row: AutomaticRow = {
  name: 'receipt',
  ...built_in,
  built_in,
  is_changed: false,
  placeholders: ['greeting', 'job_title', 'site_name', 'reference'],
  updated_at: null,
}
const changed: AutomaticRow = {
  ...row,
  subject: 'Got it, {job_title}',
  body: '<p>{greeting}</p><p>We read it.</p>',
  is_changed: true,
  updated_at: '2026-11-25T08:00:00.000Z',
}

const at = '/api/templates/automatic/receipt'
const lists = { 'GET /api/templates': [], 'GET /api/templates/automatic': [row] }
const open = (stored: AutomaticRow, more: Stubs = {}) =>
  openBackOffice('/templates/automatic/receipt', { [`GET ${at}`]: stored, ...lists, ...more })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sent = (method: string) => requests.filter((request) => request.method === method)
const subject = () => page.getByRole('textbox', { name: 'Subject *' })

describe('Automatic emails', () => {
  test('are listed with when they are sent and whether they were changed', async () => {
    await openBackOffice('/templates/automatic', {
      ...lists,
      'GET /api/templates/automatic': [changed, { ...row, name: 'notice' }],
    })
    const section = page.getByRole('main')
    await expect.element(section.getByText('Sent at once to everyone who applies.')).toBeVisible()
    await expect.element(section.getByText('Changed', { exact: true })).toBeVisible()
    await expect
      .element(section.getByRole('link', { name: 'Edit New application' }))
      .toHaveAttribute('href', '/backoffice/templates/automatic/notice')
    expect(await axeViolations()).toEqual([])
  })

  test('the editor previews the text with example values and what is always added', async () => {
    await open(row)
    const preview = page.getByRole('region', { name: 'Preview with an example' })
    await expect.element(preview.getByText('Dear Alex Morgan,')).toBeVisible()
    await expect.element(preview.getByText('the private link to the application')).toBeVisible()
    await subject().fill('Hello {reference}')
    await expect.element(preview.getByText('Hello K7M3QX')).toBeVisible()
    expect(button('Reset to the original').query()).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  test('saving sends the text and what it was based on, and returns to the list', async () => {
    await open(row, { [`PUT ${at}`]: changed })
    await subject().fill('Got it, {job_title}')
    await button('Update email').click()
    await expect.element(page.getByText('“Receipt” was updated')).toBeVisible()
    expect(sent('PUT').map(({ body }) => body)).toEqual([
      { subject: 'Got it, {job_title}', body: row.body, updated_at: null },
    ])
    await expect.poll(() => location.pathname).toBe('/backoffice/templates/automatic')
  })

  test('a placeholder of another email is refused at its field, before sending', async () => {
    await open(row)
    await subject().fill('Dear {first_name}')
    await button('Update email').click()
    await expect
      .element(subject())
      .toHaveAccessibleDescription(/\{first_name\} is not a placeholder\. Use \{greeting\}/)
    expect(sent('PUT')).toEqual([])
  })

  test('a change by someone else is merged, based on their version', async () => {
    const theirs = { ...changed, subject: row.subject }
    let puts = 0
    const stub = () => (puts++ ? changed : problem(409, { error: 'Changed', current: theirs }))
    await open(row, { [`PUT ${at}`]: stub })
    await subject().fill('Mine')
    await button('Update email').click()
    await expect.element(page.getByText(/“Receipt” was updated/)).toBeVisible()
    expect(sent('PUT').map(({ body }) => body)).toEqual([
      { subject: 'Mine', body: row.body, updated_at: null },
      { subject: 'Mine', body: theirs.body, updated_at: theirs.updated_at },
    ])
  })

  test('Reset asks, then deletes the text and returns to the list', async () => {
    await open(changed, { [`DELETE ${at}`]: undefined })
    await button('Reset to the original').click()
    const dialog = page.getByRole('dialog', { name: 'Reset “Receipt”?' })
    await expect.element(dialog.getByText(/the original is sent again/)).toBeVisible()
    expect(await axeViolations()).toEqual([])
    expect(sent('DELETE')).toEqual([])
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
    await expect.element(page.getByText('“Receipt” has its original text again')).toBeVisible()
    expect(sent('DELETE')).toHaveLength(1)
    await expect.poll(() => location.pathname).toBe('/backoffice/templates/automatic')
  })
})
