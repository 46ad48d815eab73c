import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const paula = { 'First name': 'Paula', 'Last name': 'Paper', Email: 'paula@example.org' }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

describe('Back office while the database fails', () => {
  const journey = startJourney()
  let restoreSql = ''

  function breakTable(table: string) {
    // Renames only a column: sign-in needs the table, to read whether two-step sign-in is required.
    const [breakSql, restore] =
      table === 'settings'
        ? ['settings RENAME COLUMN is_public TO away', 'settings RENAME COLUMN away TO is_public']
        : [`${table} RENAME TO ${table}_away`, `${table}_away RENAME TO ${table}`]
    journey.rows(`ALTER TABLE ${breakSql}`)
    restoreSql = restore
  }
  function restoreTable() {
    if (restoreSql) journey.rows(`ALTER TABLE ${restoreSql}`)
    restoreSql = ''
  }
  afterEach(restoreTable)
  async function expectSavedAfterRestore(page: Page, table: string, name: string) {
    breakTable(table)
    await button(page, name).click()
    await page.getByRole('alert').getByText('Something went wrong').waitFor()
    restoreTable()
    await button(page, name).click()
    await button(page, name).waitFor({ state: 'detached' })
  }
  const value = (sql: string) => Object.values(journey.rows(sql)[0] ?? {})[0]

  test.each([
    [
      'applications',
      {
        '/applications': 'Failed to load applications',
        '/applications/1': 'Failed to load application details',
      },
    ],
    ['application_totals', { '': "Couldn't load the numbers." }],
  ])('screens show what failed to load without %s, and Retry loads it', async (table, screens) => {
    breakTable(table)
    const troubles = await Promise.all(
      Object.entries(screens).map(async ([path, sentence]) => {
        const page = await journey.open(`/backoffice${path}`, as)
        const trouble = page.getByRole('alert').filter({ hasText: sentence })
        await trouble.waitFor()
        if (path === '/applications/1')
          await trouble.getByRole('link', { name: 'Back to Applications' }).waitFor()
        return trouble
      }),
    )
    restoreTable()
    for (const trouble of troubles) {
      await trouble.getByRole('button', { name: 'Retry' }).click()
      await trouble.waitFor({ state: 'detached' })
      const loading = trouble.page().getByRole('status').getByText('Loading')
      await expect.poll(() => loading.count()).toBe(0)
    }
  })

  test('the job form and the new application dialog show a server error and then save', async () => {
    const page = await journey.open('/backoffice/jobs/new', as)
    await page.getByLabel('Job Title *').fill('Diver')
    await page.getByRole('toolbar', { name: /Description/ }).waitFor()
    await page.getByRole('textbox', { name: 'Job Description *' }).fill('Below the probes.')
    await expectSavedAfterRestore(page, 'jobs', 'Create Job')
    await page.getByRole('link', { name: 'Edit Diver' }).waitFor()

    await page.goto(`${journey.url}/backoffice/applications`)
    await button(page, 'New Application').click()
    const dialog = page.getByRole('dialog', { name: 'New Application' })
    await dialog.getByLabel('Job', { exact: true }).selectOption({ label: 'Diver' })
    for (const [label, text] of Object.entries(paula)) await dialog.getByLabel(label).fill(text)
    await expectSavedAfterRestore(page, 'applications', 'Create Application')
    await page.getByRole('link', { name: 'Paula Paper', exact: true }).waitFor()
  })

  test('the delete dialog shows the error and deletes on the second try', async () => {
    const page = await journey.open('/backoffice/jobs', as)
    await button(page, /^Delete /).click()
    const dialog = page.getByRole('dialog')
    breakTable('jobs')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('alert').getByText('Something went wrong').waitFor()
    restoreTable()
    expect(value('SELECT count(*) FROM jobs WHERE deleted_at IS NOT NULL')).toBe(0)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(value('SELECT count(*) FROM jobs WHERE deleted_at IS NOT NULL')).toBe(1)
  })

  test('a failed status change and a failed resume download offer Retry', async () => {
    const page = await journey.open('/backoffice/applications/2', as)
    const now = String(value('SELECT status FROM applications WHERE id = 2'))
    const other = now === 'selected' ? 'Rejected' : 'Selected'
    await button(page, other).waitFor()
    breakTable('applications')
    await button(page, other).click()
    const unset = page.getByRole('alert').filter({ hasText: `wasn't moved to ${other}` })
    await unset.waitFor()
    await button(page, new RegExp(`${now} .current.`, 'i')).waitFor()
    restoreTable()
    await unset.getByRole('button', { name: 'Retry' }).click()
    await button(page, `${other} (current)`).waitFor()

    const store = join(journey.folder, 'resumes')
    await rename(store, `${store}-away`)
    await button(page, 'Download Resume').click()
    const unread = page.getByRole('alert').filter({ hasText: "Couldn't download" })
    await unread.waitFor()
    await rename(`${store}-away`, store)
    const coming = page.waitForEvent('download')
    await unread.getByRole('button', { name: 'Retry' }).click()
    expect((await coming).suggestedFilename()).toMatch(/^resume-/)
  })
})
