import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const paula = { 'First name': 'Paula', 'Last name': 'Paper', Email: 'paula@example.org' }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

describe('When the database fails, somebody of the staff', () => {
  const journey = startJourney()
  let back = ''

  function take(table: string) {
    // Without any setting nobody is signed in: whether a code is asked for is one of them.
    const [away, again] =
      table === 'settings'
        ? ['settings RENAME COLUMN is_public TO away', 'settings RENAME COLUMN away TO is_public']
        : [`${table} RENAME TO ${table}_away`, `${table}_away RENAME TO ${table}`]
    journey.rows(`ALTER TABLE ${away}`)
    back = again
  }
  function mend() {
    if (back) journey.rows(`ALTER TABLE ${back}`)
    back = ''
  }
  afterEach(mend)
  async function savedOnceMended(page: Page, table: string, name: string) {
    take(table)
    await button(page, name).click()
    await page.getByRole('alert').getByText('Something went wrong').waitFor()
    mend()
    await button(page, name).click()
    await button(page, name).waitFor({ state: 'detached' })
  }
  const value = (sql: string) => Object.values(journey.rows(sql)[0] ?? {})[0]

  test.each([
    ['pages', { '/pages': 'Failed to load pages', '/pages/1/edit': 'Failed to load page data' }],
    ['jobs', { '/jobs': 'Failed to load jobs', '/jobs/1/edit': 'Failed to load job data' }],
    [
      'applications',
      {
        '/applications': 'Failed to load applications',
        '/applications/1': 'Failed to load application details',
      },
    ],
    ['settings', { '/settings': 'Failed to load settings' }],
    ['application_totals', { '': 'The numbers could not be loaded.' }],
  ])(
    'reads what could not be loaded without %s, and goes on with Retry',
    async (table, screens) => {
      take(table)
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
      mend()
      for (const trouble of troubles) {
        await trouble.getByRole('button', { name: 'Retry' }).click()
        await trouble.waitFor({ state: 'detached' })
        await trouble.page().getByRole('status').getByText('Loading').waitFor({ state: 'detached' })
      }
    },
  )

  test('is told that the site settings failed to load, and works on', async () => {
    take('settings')
    const page = await journey.open('/backoffice/jobs', as)
    const toast = page.getByRole('alert').filter({ hasText: 'Failed to load site settings' })
    await toast.waitFor()
    await page.getByRole('link', { name: 'Edit Calibration Technician' }).waitFor()
    mend()
    await toast.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('banner').getByText('Brackwater Instruments').waitFor()
  })

  test.each([
    ['pages', 'About Brackwater', 'Unpublish', 'Publish'],
    ['jobs', 'Calibration Technician', 'Deactivate', 'Activate'],
  ])(
    'sees that a click on one of the %s changed nothing, and can try again',
    async (table, title, verb, opposite) => {
      const page = await journey.open(`/backoffice/${table}`, as)
      await button(page, `${verb} ${title}`).waitFor()
      take(table)
      await button(page, `${verb} ${title}`).click()
      const said = `“${title}” was not ${verb.toLowerCase()}`
      const toast = page.getByRole('alert').filter({ hasText: said })
      await toast.getByText('Something went wrong').waitFor()
      await button(page, `${verb} ${title}`).waitFor()
      const old = page.getByText('This could not be brought up to date.')
      await old.waitFor()
      mend()
      await toast.getByRole('button', { name: 'Retry' }).click()
      await button(page, `${opposite} ${title}`).waitFor()
      await old.waitFor({ state: 'detached' })
      await page.reload()
      await button(page, `${opposite} ${title}`).waitFor()
    },
  )

  test('reads what the server says of a new job and of an application on paper, and saves them then', async () => {
    const page = await journey.open('/backoffice/jobs/new', as)
    await page.getByLabel('Job Title *').fill('Diver')
    await page.getByRole('toolbar', { name: /Description/ }).waitFor()
    await page.getByRole('textbox', { name: 'Job Description *' }).fill('Below the probes.')
    await savedOnceMended(page, 'jobs', 'Create Job')
    await page.getByRole('link', { name: 'Edit Diver' }).waitFor()

    await page.goto(`${journey.url}/backoffice/applications`)
    await button(page, 'New Application').click()
    await page.getByLabel('Job', { exact: true }).last().selectOption({ label: 'Diver' })
    for (const [label, text] of Object.entries(paula)) await page.getByLabel(label).fill(text)
    await savedOnceMended(page, 'applications', 'Create Application')
    await page.getByRole('link', { name: 'Paula Paper', exact: true }).waitFor()
  })

  test('is told in the question that nothing was deleted, and can ask again', async () => {
    const page = await journey.open('/backoffice/jobs', as)
    await button(page, /^Delete /).click()
    const dialog = page.getByRole('dialog')
    take('jobs')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('alert').getByText('Something went wrong').waitFor()
    mend()
    expect(value('SELECT count(*) FROM jobs WHERE deleted_at IS NOT NULL')).toBe(0)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(value('SELECT count(*) FROM jobs WHERE deleted_at IS NOT NULL')).toBe(1)
  })

  test('sees that a status was not set and a resume not downloaded, and can try again', async () => {
    const page = await journey.open('/backoffice/applications/2', as)
    const now = String(value('SELECT status FROM applications WHERE id = 2'))
    const other = now === 'selected' ? 'Rejected' : 'Selected'
    await button(page, other).waitFor()
    take('applications')
    await button(page, other).click()
    const unset = page.getByRole('alert').filter({ hasText: `was not set to ${other}` })
    await unset.waitFor()
    await button(page, new RegExp(`${now} .current.`, 'i')).waitFor()
    mend()
    await unset.getByRole('button', { name: 'Retry' }).click()
    await button(page, `${other} (current)`).waitFor()

    const store = join(journey.folder, 'resumes')
    await rename(store, `${store}-away`)
    await button(page, 'Download Resume').click()
    const unread = page.getByRole('alert').filter({ hasText: 'was not downloaded' })
    await unread.waitFor()
    await rename(`${store}-away`, store)
    const coming = page.waitForEvent('download')
    await unread.getByRole('button', { name: 'Retry' }).click()
    expect((await coming).suggestedFilename()).toMatch(/^resume-/)
  })
})
