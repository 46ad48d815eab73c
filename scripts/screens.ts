import type { Page } from 'playwright-core'

export type Screen = {
  path: string
  /** Requires sign-in. */
  staff?: true
  /** Runs before the screenshot. */
  act?: (page: Page) => Promise<void>
}

async function submitEmptyForm(page: Page) {
  const submit = page.getByRole('button', { name: /submit/i })
  // The form's script is only fetched once the form is in view.
  await submit.scrollIntoViewIfNeeded()
  await page.locator('astro-island:not([ssr])').waitFor()
  await submit.click()
  await page.getByText('First name is required').waitFor()
}

async function submitEmptyUser(page: Page) {
  await page.getByRole('button', { name: 'Create User' }).click()
  await page.getByText('First name is required').waitFor()
}

/** All screens by the name of their screenshot. */
export const screens = {
  home: { path: '/' },
  jobs: { path: '/jobs' },
  job: { path: '/jobs/1/apply' },
  'apply-errors': { path: '/jobs/1/apply', act: submitEmptyForm },
  success: { path: '/application/success?jobId=1' },
  about: { path: '/page/about' },
  accessibility: { path: '/accessibility' },
  login: { path: '/login' },
  'forgot-password': { path: '/forgot-password' },
  'reset-password': { path: '/reset-password#token=x' },
  dashboard: { path: '/backoffice/dashboard', staff: true },
  pages: { path: '/backoffice/pages', staff: true },
  'page-new': { path: '/backoffice/pages/new', staff: true },
  'page-edit': { path: '/backoffice/pages/1/edit', staff: true },
  'jobs-admin': { path: '/backoffice/jobs', staff: true },
  'jobs-embed': { path: '/backoffice/jobs/embed', staff: true },
  visits: { path: '/backoffice/jobs/visits', staff: true },
  'job-new': { path: '/backoffice/jobs/new', staff: true },
  'job-edit': { path: '/backoffice/jobs/1/edit', staff: true },
  applications: { path: '/backoffice/applications', staff: true },
  application: { path: '/backoffice/applications/1', staff: true },
  'application-edit': { path: '/backoffice/applications/1/edit', staff: true },
  users: { path: '/backoffice/users', staff: true },
  'user-new': { path: '/backoffice/users/new', staff: true, act: submitEmptyUser },
  'user-edit': { path: '/backoffice/users/2/edit', staff: true },
  appearance: { path: '/backoffice/appearance', staff: true },
  settings: { path: '/backoffice/settings', staff: true },
  mail: { path: '/backoffice/mail', staff: true },
  api: { path: '/backoffice/api', staff: true },
  audit: { path: '/backoffice/audit', staff: true },
  profile: { path: '/backoffice/profile', staff: true },
} satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
