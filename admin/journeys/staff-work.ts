/** One typical task per permission. */
import type { Page } from 'playwright-core'
import type { Permission } from '#api/accounts/auth/contract/access.ts'
import { write } from './steps.ts'

/** Checks the screen in its present state, with the modals on the way. */
type Check = (page: Page) => Promise<void>

export type Work = {
  /** The only entries that the permission adds to the sidebar. */
  menuEntries: string[]
  /** Paths below /backoffice. */
  screens: string[]
  /** Starts on the first of the screens. */
  work: (page: Page, check: Check) => Promise<void>
  /** SQL that selects a row once the work is done. */
  done: string
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Opens the delete dialog and cancels it. */
async function cancelDelete(page: Page, check: Check) {
  await button(page, /^Delete /).click()
  await dialog(page).getByText('Are you sure').waitFor()
  await check(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

export const work: Record<Permission, Work> = {
  edit_pages: {
    menuEntries: ['Pages'],
    screens: [
      '/pages',
      '/pages/new',
      '/pages/1/edit',
      '/pages/1/history',
      '/menus',
      '/redirects',
      '/trash',
    ],
    async work(page, check) {
      await cancelDelete(page, check)
      await page.getByRole('link', { name: 'New Page' }).click()
      await page.getByLabel('Title *').fill('Our Tools')
      await button(page, 'Generate from title').click()
      await write(page, 'Content *', 'We keep them sharp.')
      await page.getByLabel('Publish immediately').check()
      await button(page, 'Create Page').click()
      await page.getByRole('heading', { name: 'Our Tools' }).waitFor()
    },
    done: "SELECT 1 FROM pages WHERE slug = 'our-tools' AND is_published = 1",
  },
  manage_jobs: {
    menuEntries: ['Jobs', 'Deleted'],
    screens: ['/jobs', '/jobs/new', '/jobs/1/edit'],
    async work(page, check) {
      await cancelDelete(page, check)
      await page.getByRole('link', { name: 'New Job' }).click()
      await page.getByLabel('Job Title *').fill('Toolmaker')
      await write(page, 'Job Description *', 'You keep them sharp.')
      await button(page, 'Create Job').click()
      await page.getByRole('heading', { name: 'Toolmaker' }).waitFor()
    },
    done: "SELECT 1 FROM jobs WHERE title = 'Toolmaker' AND is_active = 1",
  },
  review_applications: {
    menuEntries: ['Applications', 'Interviews', 'Tags'],
    screens: [
      '/applications',
      '/applications/compare',
      '/tags',
      '/applications/1',
      '/applications/1/edit',
    ],
    async work(page, check) {
      await button(page, 'New Application').click()
      await dialog(page).getByRole('toolbar').waitFor()
      await check(page)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, /^Notes on /).click()
      await write(page, 'Notes', 'Knows her tools.')
      await check(page)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Knows her tools.' })
      await row.getByRole('button', { name: /^Shortlist / }).click()
      await row.getByText('Shortlisted', { exact: true }).first().waitFor()
    },
    done: "SELECT 1 FROM applications WHERE notes = '<p>Knows her tools.</p>' AND reviewed_at IS NOT NULL",
  },
  manage_users: {
    menuEntries: ['Users'],
    screens: ['/users', '/users/new', '/users/2/edit'],
    async work(page, check) {
      await cancelDelete(page, check)
      await page.getByRole('link', { name: 'New User' }).click()
      await page.getByLabel('First name *').fill('Tomas')
      await page.getByLabel('Last name *').fill('Toolmaker')
      await page.getByLabel('Email *').fill('tomas@example.org')
      await page.getByLabel('Set a password now').check()
      await page.getByRole('textbox', { name: 'Password' }).fill('three green bottles')
      await page.getByLabel('Manage users').check()
      await button(page, 'Create User').click()
      await page.getByRole('heading', { name: 'Tomas Toolmaker' }).waitFor()
    },
    done: `SELECT 1 FROM users WHERE email = 'tomas@example.org' AND permissions = '["manage_users"]'`,
  },
  manage_settings: {
    menuEntries: ['Images', 'Appearance', 'Settings'],
    screens: [
      '/settings',
      '/settings/jobs',
      '/settings/candidates',
      '/settings/notifications',
      '/privacy',
      '/hiring-steps',
      '/templates/automatic',
    ],
    async work(page, check) {
      await button(page, 'Edit Site Tagline').click()
      const field = page.getByRole('textbox', { name: 'Site Tagline' })
      await field.fill('We keep them sharp.')
      await check(page)
      await field.press('Enter')
      await page.getByText('We keep them sharp.', { exact: true }).waitFor()
    },
    done: "SELECT 1 FROM settings WHERE key = 'site_tagline' AND value = 'We keep them sharp.'",
  },
}
