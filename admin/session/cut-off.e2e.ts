import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../journeys/steps.ts'

const as = { as: administrator }

/** Whether a person sees it without scrolling, and nothing lies over it. */
const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 4, top + 4)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  })

/** What is typed at each address, the button that saves it, and what is said when that fails. */
const work: Record<string, { type: (page: Page) => Promise<void>; save: string; says: string }> = {
  '/jobs/new': {
    type: async (page) => {
      await page.getByLabel('Job Title *').fill('Diver')
      await write(page, 'Job Description *', 'You dive.')
    },
    save: 'Create Job',
    says: 'Failed to save job. The server cannot be reached.',
  },
  '/pages/new': {
    type: async (page) => {
      await page.getByLabel('Title *').fill('Diving')
      await page.getByRole('button', { name: 'Generate from title' }).click()
      await write(page, 'Content *', 'We dive.')
    },
    save: 'Create Page',
    says: 'Failed to save page. The server cannot be reached.',
  },
  '/users/new': {
    type: async (page) => {
      await page.getByLabel('First name *').fill('Dora')
      await page.getByLabel('Last name *').fill('Diver')
      await page.getByLabel('Email *').fill('dora@example.org')
      await page.getByRole('textbox', { name: 'Password' }).fill('three green bottles')
    },
    save: 'Create User',
    says: 'Failed to save user. The server cannot be reached.',
  },
  '/applications?new=1': {
    type: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Job').selectOption({ label: 'Workshop Assistant' })
      await dialog.getByLabel('First name').fill('Dora')
      await dialog.getByLabel('Last name').fill('Diver')
      await dialog.getByLabel('Email').fill('dora@example.org')
    },
    save: 'Create Application',
    says: 'Failed to create application. The server cannot be reached.',
  },
  '/applications?notes=3': {
    type: (page) => write(page, 'Notes', 'She dives.'),
    save: 'Save',
    says: 'Failed to save the notes. The server cannot be reached.',
  },
  '/settings': {
    type: async (page) => {
      await page.getByRole('button', { name: 'Edit Contact Email' }).click()
      await page.getByRole('textbox', { name: 'Contact Email' }).fill('diver@example.org')
    },
    save: 'Save',
    says: 'Failed to update setting. The server cannot be reached.',
  },
}

describe('When the server is gone, whoever was at work', () => {
  const journey = startJourney()
  const count = (sql: string) => journey.rows(sql).length

  test('is told what was not saved, loses nothing, and saves it once the server is back', async () => {
    const desks = await Promise.all(
      Object.entries(work).map(async ([path, { type, save, says }]) => {
        const page = await journey.open(`/backoffice${path}`, as)
        await type(page)
        return { page, says, save: page.getByRole('button', { name: save, exact: true }) }
      }),
    )
    await journey.server.kill()
    for (const { page, save, says } of desks) {
      await save.click()
      await page.getByText(says).waitFor()
      expect(await isInView(page.getByText(says))).toBe(true)
    }
    await journey.restart()
    for (const { page, save, says } of desks) {
      await save.click()
      await page.getByText(says).waitFor({ state: 'detached' })
      await save.waitFor({ state: 'detached' })
    }
    const saved = () => [
      count("SELECT 1 FROM jobs WHERE title = 'Diver' AND description = '<p>You dive.</p>'"),
      count("SELECT 1 FROM pages WHERE slug = 'diving' AND content = '<p>We dive.</p>'"),
      count("SELECT 1 FROM users WHERE email = 'dora@example.org'"),
      count("SELECT 1 FROM applications WHERE email = 'dora@example.org'"),
      count("SELECT 1 FROM applications WHERE id = 3 AND notes = '<p>She dives.</p>'"),
      count("SELECT 1 FROM settings WHERE value = 'diver@example.org'"),
    ]
    // Its button has another name while a setting is being saved.
    await expect.poll(saved).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('is told that signing in failed, and that a user could not be loaded, and can try again', async () => {
    const door = await journey.open('/login')
    await door.getByLabel('Email').fill(administrator.email)
    await door.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    const page = await journey.open('/backoffice/users', as)
    const edit = page.getByRole('link', { name: /^Edit / }).first()
    // Pointing at the link fetches the code of the screen, which is then there without the server.
    const fetched = page.waitForResponse(/UserForm.*\.js$/)
    await edit.hover()
    await page.evaluate(`import('${(await fetched).url()}').then(() => null)`)
    await journey.server.kill()
    await door.getByRole('button', { name: 'Sign in' }).click()
    await door.getByRole('alert').getByText('Login failed. Please try again.').waitFor()
    await edit.click()
    await page.getByRole('heading', { name: 'Failed to load user data' }).waitFor()
    await page.getByText('The server cannot be reached. Check your connection.').waitFor()
    await journey.restart()
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Update User' }).waitFor()
    await door.getByRole('button', { name: 'Sign in' }).click()
    await door.getByRole('heading', { name: /^Welcome back/ }).waitFor()
  })
})
