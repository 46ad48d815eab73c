import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../journeys/steps.ts'

const as = { as: administrator }

/** Whether the element is inside the viewport and not covered. */
const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 4, top + 4)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })

type Form = {
  type: (page: Page) => Promise<void>
  /** The button. */
  save: string
  /** Shown when saving fails. */
  error: string
  /** Finds the row once it is saved. */
  row: string
}

const forms: Record<string, Form> = {
  '/jobs/new': {
    type: async (page) => {
      await page.getByLabel('Job Title *').fill('Diver')
      await write(page, 'Job Description *', 'You dive.')
      await page.getByLabel('Active').uncheck()
    },
    save: 'Create Job',
    error: "Failed to save job. Can't reach the server.",
    row: "SELECT 1 FROM jobs WHERE title = 'Diver' AND description = '<p>You dive.</p>'",
  },
  '/pages/new': {
    type: async (page) => {
      await page.getByLabel('Title *').fill('Diving')
      await page.getByRole('button', { name: 'Generate from title' }).click()
      await write(page, 'Content *', 'We dive.')
    },
    save: 'Create Page',
    error: "Failed to save page. Can't reach the server.",
    row: "SELECT 1 FROM pages WHERE slug = 'diving' AND content = '<p>We dive.</p>'",
  },
  '/users/new': {
    type: async (page) => {
      await page.getByLabel('First name *').fill('Dora')
      await page.getByLabel('Last name *').fill('Diver')
      await page.getByLabel('Email *').fill('dora@example.org')
      await page.getByLabel('Set a password now').check()
      await page.getByRole('textbox', { name: 'Password' }).fill('three green bottles')
    },
    save: 'Create User',
    error: "Failed to save user. Can't reach the server.",
    row: "SELECT 1 FROM users WHERE email = 'dora@example.org'",
  },
  '/applications?new=1': {
    type: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('toolbar').waitFor()
      await dialog.getByLabel('Job').selectOption({ label: 'Workshop Assistant' })
      await dialog.getByLabel('First name').fill('Dora')
      await dialog.getByLabel('Last name').fill('Diver')
      await dialog.getByLabel('Email').fill('dora@example.org')
    },
    save: 'Create Application',
    error: "Failed to create application. Can't reach the server.",
    row: "SELECT 1 FROM applications WHERE email = 'dora@example.org'",
  },
  '/applications?notes=3': {
    type: (page) => write(page, 'Notes', 'She dives.'),
    save: 'Save',
    error: "Failed to save the notes. Can't reach the server.",
    row: "SELECT 1 FROM applications WHERE id = 3 AND notes = '<p>She dives.</p>'",
  },
  '/settings': {
    type: async (page) => {
      await page.getByRole('button', { name: 'Edit Contact Email' }).click()
      await page.getByRole('textbox', { name: 'Contact Email' }).fill('diver@example.org')
    },
    save: 'Save',
    error: "Failed to update setting. Can't reach the server.",
    row: "SELECT 1 FROM settings WHERE value = 'diver@example.org'",
  },
}

describe('Back office while the server is down', () => {
  const journey = startJourney()

  test('forms show that saving failed, keep their input, and save once the server is back', async () => {
    const opened = []
    for (const [path, { type, save, error, row }] of Object.entries(forms)) {
      const page = await journey.open(`/backoffice${path}`, as)
      await type(page)
      opened.push({ page, error, row, save: page.getByRole('button', { name: save, exact: true }) })
    }
    await journey.server.kill()
    for (const { page, save, error } of opened) {
      await save.click()
      await page.getByText(error).waitFor()
      // The page may still be scrolling to it.
      await expect.poll(() => isInView(page.getByText(error))).toBe(true)
    }
    await journey.restart()
    // One after the other: a server that has just started may refuse what waits too long.
    for (const { page, save, error, row } of opened) {
      await save.click()
      await expect.poll(() => journey.rows(row)).toHaveLength(1)
      await page.getByText(error).waitFor({ state: 'detached' })
      await save.waitFor({ state: 'detached' })
    }
  })

  test('sign-in and a form that failed to load can be retried', async () => {
    const login = await journey.open('/login')
    await login.getByLabel('Email').fill(administrator.email)
    await login.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    const page = await journey.open('/backoffice/users', as)
    const edit = page.getByRole('link', { name: /^Edit / }).first()
    // Hovering the link prefetches the screen's code, so that it loads without the server.
    const fetched = page.waitForResponse(/UserForm.*\.js$/)
    await edit.hover()
    await page.evaluate(`import('${(await fetched).url()}').then(() => null)`)
    await journey.server.kill()
    await login.getByRole('button', { name: 'Sign in' }).click()
    await login.getByRole('alert').getByText('Login failed. Please try again.').waitFor()
    await edit.click()
    await page.getByRole('heading', { name: 'Failed to load user data' }).waitFor()
    await page.getByText("Can't reach the server. Check your connection").waitFor()
    await journey.restart()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Update User' }).waitFor()
    await login.getByRole('button', { name: 'Sign in' }).click()
    await login.getByRole('heading', { name: /^Welcome back/ }).waitFor()
  })
})
