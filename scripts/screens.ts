import type { Page } from 'playwright-core'
import { backOfficePath, type Path, paths } from '#admin/paths.ts'

export type Screen = {
  path: string
  /** Requires sign-in. */
  staff?: true
  /** Runs before the screenshot. */
  act?: ((page: Page) => Promise<void>) | undefined
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

const site = {
  home: { path: '/' },
  'job-list': { path: '/jobs' },
  job: { path: '/jobs/1/apply' },
  'apply-errors': { path: '/jobs/1/apply', act: submitEmptyForm },
  success: { path: '/application/success?jobId=1' },
  about: { path: '/page/about' },
  accessibility: { path: '/accessibility' },
  login: { path: '/login' },
  'forgot-password': { path: '/forgot-password' },
  'reset-password': { path: '/reset-password#token=x' },
} satisfies Record<string, Screen>

/** `/applications/$id/edit` as `application-edit`. */
const nameOf = (path: Path) =>
  path
    .replace('automatic/$id', 'automatic-email')
    .replace(/s?\/\$id/, '')
    .replaceAll('/', '-')
    .slice(1)

/** The first row; for users, the signed-in person; for automatic emails, a name. */
function idIn(path: Path) {
  if (path === '/templates/automatic/$id') return 'receipt'
  return path.startsWith('/users/') ? '2' : '1'
}

/** What a screen needs to show something. */
const queries: Partial<Record<Path, string>> = { '/applications/compare': '?ids=1%2C2%2C3' }

const acts: Partial<Record<Path, Screen['act']>> = { '/users/new': submitEmptyUser }

const backOffice = Object.fromEntries(
  paths
    // Both lead to other screens.
    .filter((path) => path !== '/' && path !== '/applications/new')
    .map((path): [string, Screen] => [
      nameOf(path),
      {
        path: backOfficePath + path.replace('$id', idIn(path)) + (queries[path] ?? ''),
        staff: true,
        act: acts[path],
      },
    ]),
)

/** All screens by the name of their screenshot. */
export const screens: Record<string, Screen> = { ...site, ...backOffice }

/** About half of the back office. */
export const isOfHiring = ({ path }: Screen) => /^\/backoffice\/(applications|jobs)/.test(path)
