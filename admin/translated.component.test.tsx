import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Question } from '#api/hiring/applications/contract/answers.ts'
import { list, type Stubs, serverError } from '#scripts/testing/components/api.ts'
import { field, openForm, submit } from '#scripts/testing/components/application-form.tsx'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { application, job, listedApplication, setting } from '#scripts/testing/components/rows.ts'
import { translatePage } from '#scripts/testing/components/translate.ts'
import { screens } from './screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const stats = { pending: 1, shortlisted: 0, rejected: 0, selected: 0 }
const rows = [listedApplication, { ...listedApplication, id: 6, first_name: 'Noor', unread: true }]

const world: Stubs = {
  'GET /api/applications': list(rows),
  'GET /api/applications/stats': stats,
  'GET /api/applications/former-options': [],
  'GET /api/applications/5': application,
  'GET /api/applications/5/activity': [],
  'GET /api/applications/5/also-applied': [],
  'GET /api/applications/5/email': [],
  'GET /api/applications/5/interviews/people': [],
  'GET /api/applications/5/resume': new Response('%PDF-1.7'),
  'GET /api/applications/reviewers': [],
  'GET /api/jobs': [job],
  'GET /api/jobs/1': job,
  'GET /api/bulk': [],
  'GET /api/views': [],
  'GET /api/settings': [setting({ key: 'site_name', value: 'Acme' })],
  'GET /api/templates': [],
  'GET /api/outbox/server': { mail_server: false },
  'PUT /api/applications/5': { ...application, status: 'selected' },
}

/** Texts of a screen that React gave up on. */
const gone = page.getByText(/Something went wrong on this page/)
/** Opens a screen in a browser that translates it. */
async function open(path: string, stubs: Stubs = {}) {
  await openBackOffice(path, { ...world, ...stubs })
  translatePage()
}

afterEach(() => void vi.restoreAllMocks())

describe('In a browser that translates the page', () => {
  test('the application form survives being sent empty and mended field by field', async () => {
    const shift: Question = {
      id: 1,
      kind: 'single_choice',
      label: 'Which shift?',
      help: '',
      required: true,
      options: ['Early', 'Late'],
    }
    await openForm({ questions: [shift] })
    translatePage()
    await submit.click()
    await expect.element(page.getByText('First name is required').first()).toBeVisible()
    for (const name of ['First name', 'Last name', 'Email'])
      await field(name).fill('mira@example.org')
    await page.getByRole('radio', { name: 'Late' }).click()
    await submit.click()
    await expect.element(page.getByText('Resume is required').first()).toBeVisible()
    await expect.element(submit).toBeVisible()
    await expect.element(field('First name')).toHaveValue('mira@example.org')
  })

  test('applications are selected, cleared, filtered, decided and annotated', async () => {
    await page.viewport(1440, 900)
    await open('/applications')
    await expect.element(button('Select Mira Ostergard')).toBeVisible()
    const all = page.getByLabelText('Select all on this page')
    for (let times = 0; times < 2; times++) {
      await all.click()
      await expect.element(page.getByText('2 selected').first()).toBeInTheDocument()
      await all.click()
    }
    await page.getByRole('button', { name: /^Applied/ }).click()
    await page.getByRole('button', { name: /^Name/ }).click()
    await button('Filter').click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('link', { name: /^Pending/ }).click()
    await button('Clear All Filters').click()
    await button('Notes on Mira Ostergard').click()
    await expect.element(dialog.getByRole('toolbar')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await button('Select Mira Ostergard').click()
    await expect.element(page.getByText(/moved to Selected/).first()).toBeVisible()
    await expect.element(button('Select Noor Ostergard')).toBeVisible()
    expect(gone.query()).toBe(null)
  })

  test('a record is decided, and its dialogs open and close', async () => {
    await page.viewport(1440, 900)
    // Another file's test may have chosen to go on to the next application.
    localStorage.removeItem('nextAfterDecision')
    await open('/applications/5')
    await expect.element(page.getByRole('heading', { name: 'Mira Ostergard' })).toBeVisible()
    await page.getByRole('button', { name: /^Selected/ }).click()
    await expect.element(page.getByText(/moved to Selected/).first()).toBeVisible()
    for (const opener of page.getByRole('button', { name: /…$|^(Preview|Write|Propose)/ }).all()) {
      await opener.click()
      await expect.poll(() => document.querySelector('dialog[open]')).not.toBe(null)
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('dialog[open]')).toBe(null)
    }
    await expect.element(page.getByRole('heading', { name: 'Update Status' })).toBeVisible()
    expect(gone.query()).toBe(null)
  })

  test('the menu opens and closes on a phone', async () => {
    await page.viewport(390, 800)
    await open('/applications')
    await button('Menu').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await button('Menu').click()
    await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  })

  test.each(['/pages/new', '/jobs/new', '/users/new', '/templates/new'])(
    '%s survives being sent empty and mended',
    async (path) => {
      await open(path, {
        'GET /api/pages': [],
        'GET /api/users': [],
        'GET /api/jobs/suggestions': serverError,
      })
      const save = page.getByRole('button', { name: /^(Create|Save)/ }).last()
      await save.click()
      const invalid = () => document.querySelectorAll('[aria-invalid="true"]').length
      await expect.poll(invalid).toBeGreaterThan(0)
      for (const input of page.getByRole('textbox').all())
        if (input.element() instanceof HTMLInputElement) await input.fill('name@example.org')
      await expect.element(save).toBeVisible()
      expect(gone.query()).toBe(null)
    },
  )

  test.each(Object.keys(screens).filter((path) => !path.includes('$id')))(
    '%s survives a failure to load, and its reload',
    async (path) => {
      await open(path, { '*': serverError })
      await expect.poll(() => document.querySelectorAll('main font').length).toBeGreaterThan(0)
      for (const retry of page.getByRole('button', { name: /^(Retry|Try again)/ }).all())
        await retry.first().click()
      await expect
        .element(page.getByRole('navigation', { name: 'Back office' }))
        .toBeInTheDocument()
      expect(gone.query()).toBe(null)
    },
  )
})
