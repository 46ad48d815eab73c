import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, problem, requests, serverError } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, job, page as pageRow, setting } from '#scripts/testing/components/rows.ts'

const user = { ...account, id: 2, role: 'user' as const }
const stubs = {
  'GET /api/pages': [],
  'GET /api/pages/2': pageRow,
  'GET /api/pages/unlinked': [],
  'GET /api/pages/unfinished': [],
  'GET /api/jobs': [],
  'GET /api/jobs/1': job,
  'GET /api/jobs/suggestions': serverError,
  'GET /api/appearance/published': serverError,
  'GET /api/users': [],
  'GET /api/users/2': user,
  'GET /api/outbox/server': { mail_server: true },
  'GET /api/settings': [],
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sessionDrafts = () => JSON.stringify(sessionStorage)

describe('Forms', () => {
  test.each([
    ['/pages/2/edit', 'Edit Page', 'Update Page', 'Back to Pages'],
    ['/pages/new', 'Create New Page', 'Create Page', 'Back to Pages'],
    ['/jobs/1/edit', 'Edit Job Opening', 'Update Job', 'Back to Jobs'],
    ['/jobs/new', 'Create New Job Opening', 'Create Job', 'Back to Jobs'],
    ['/users/2/edit', 'Edit User', 'Update User', 'Back to Users'],
    ['/users/new', 'Create New User', 'Create User', 'Back to Users'],
  ])('%s has the title %s, the button %s and the link %s', async (path, title, action, back) => {
    await openBackOffice(path, stubs)
    await expect
      .element(page.getByRole('heading', { name: title, level: 1, exact: true }))
      .toBeVisible()
    await expect.element(button(action)).toBeVisible()
    const list = `/backoffice/${path.split('/')[1]}`
    for (const name of [back, 'Cancel'])
      await expect
        .element(page.getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', list)
  })

  test.each([
    ['/jobs/1/edit', 'Update Job', 'PUT /api/jobs/1', job],
    ['/pages/2/edit', 'Update Page', 'PUT /api/pages/2', pageRow],
    ['/users/2/edit', 'Update User', 'PUT /api/users/2', user],
  ])('at %s the button %s reads Saving... while saving', async (path, name, call, row) => {
    const { stub, release } = held(row)
    await openBackOffice(path, { ...stubs, [call]: stub })
    await button(name).click()
    await expect.element(button('Saving...')).toBeVisible()
    release()
    await expect.element(button('Saving...')).not.toBeInTheDocument()
  })

  test('a failed save shows the error, keeps the input and can be repeated', async () => {
    await openBackOffice('/pages/2/edit', { ...stubs, 'PUT /api/pages/2': problem(502, {}) })
    await page.getByLabelText('Title *').fill('Lost')
    await button('Update Page').click()
    await expect.element(page.getByText('Failed to save page')).toBeVisible()
    await expect.element(page.getByLabelText('Title *')).toHaveValue('Lost')
    await expect.element(button('Update Page')).toBeEnabled()
  })

  test('an incomplete page shows its errors and focuses the first field', async () => {
    await openBackOffice('/pages/new', stubs)
    await button('Create Page').click()
    for (const field of ['Title', 'Slug', 'Content'])
      await expect.element(page.getByText(`${field} is required`)).toBeVisible()
    await expect.element(page.getByLabelText('Title *')).toHaveFocus()
    await expect.element(page.getByLabelText('Publish immediately')).not.toBeChecked()
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    await expect.element(page.getByRole('toolbar')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })

  test('Generate from title transliterates other scripts', async () => {
    await openBackOffice('/pages/new', stubs)
    for (const [title, slug] of [
      ['Our Values & You!', 'our-values-you'],
      ['О компании', 'o-kompanii'],
      ['  Über uns & „mehr“!  ', 'uber-uns-mehr'],
    ] as const) {
      await page.getByLabelText('Title *').fill(title)
      await button('Generate from title').click()
      await expect.element(page.getByLabelText('Slug *')).toHaveValue(slug)
    }
    await page.getByLabelText('Title *').fill('!?')
    await button('Generate from title').click()
    await expect
      .element(page.getByText("Type a slug; it can't be made from this title."))
      .toBeVisible()
  })

  test('the slug of a new page follows its title until the slug is changed', async () => {
    await openBackOffice('/pages/new', stubs)
    const slug = page.getByLabelText('Slug *')
    await page.getByLabelText('Title *').fill('Über uns')
    await expect.element(slug).toHaveValue('uber-uns')
    await page.getByLabelText('Title *').fill('Our Values')
    await expect.element(slug).toHaveValue('our-values')
    await slug.fill('values')
    await page.getByLabelText('Title *').fill('What We Value')
    await page.getByLabelText(/^Meta description/).fill('Later')
    await expect.poll(sessionDrafts).toContain('Later')
    await expect.element(slug).toHaveValue('values')
  })

  test('the slug of a page that exists stays when its title changes', async () => {
    await openBackOffice('/pages/2/edit', stubs)
    const slug = page.getByLabelText('Slug *')
    await expect.element(slug).toHaveValue('about')
    await page.getByLabelText('Title *').fill('Somewhere else')
    await expect.poll(sessionDrafts).toContain('Somewhere else')
    await expect.element(slug).toHaveValue('about')
  })

  test('a new page counts its description to 160 characters', async () => {
    await openBackOffice('/pages/new', stubs)
    await expect.element(page.getByText('0/160 characters')).toBeVisible()
    await expect.element(page.getByLabelText(/^Meta description/)).toHaveAttribute('rows', '3')
    await page.getByLabelText(/^Meta description/).fill('a'.repeat(161))
    await expect.element(page.getByText('161/160 characters')).toBeVisible()
  })

  test('unsaved changes survive opening the form again, until Discard', async () => {
    const { unmount } = await openBackOffice('/pages/2/edit', stubs)
    await page.getByLabelText(/^Meta description/).fill('Not saved yet')
    await expect.poll(sessionDrafts).toContain('Not saved yet')
    await unmount()
    await openBackOffice('/pages/2/edit', stubs)
    await expect.element(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect.element(page.getByLabelText(/^Meta description/)).toHaveValue('Not saved yet')
    await button('Discard').click()
    await expect.element(page.getByLabelText(/^Meta description/)).toHaveValue('Who we are')
  })

  test('a change undone by hand is not restored', async () => {
    await openBackOffice('/jobs/1/edit', stubs)
    await page.getByLabelText(/^Location/).fill('Somewhere else')
    await expect.poll(sessionDrafts).toContain('else')
    await page.getByLabelText(/^Location/).fill('Port Ellery, Ireland')
    await expect.poll(sessionDrafts).not.toContain('else')
  })
})

describe('Settings', () => {
  test.each([
    ['site_name', 'Site Name', 'text'],
    ['public_url', 'Public Url', 'url'],
    ['contact_email', 'Contact Email', 'email'],
    ['max_file_size', 'Max File Size', 'number'],
    ['maintenance_mode', 'Maintenance Mode', 'checkbox'],
  ])(
    '%s is edited as %s in an input of type %s, and Cancel closes it',
    async (key, title, type) => {
      await openBackOffice('/settings', {
        'GET /api/settings': [setting({ key, value: key === 'maintenance_mode' ? 'false' : '' })],
        'GET /api/holidays': serverError,
        'GET /api/outbox/server': { mail_server: true },
      })
      await button(`Edit ${title}`).click()
      const field = page.getByRole('main').getByLabelText(title, { exact: true })
      const input = field.elements().find((element) => element.matches('input'))
      expect(input?.getAttribute('type')).toBe(type)
      await expect.element(button('Save')).toBeVisible()
      await button('Cancel').click()
      await expect.element(button(`Edit ${title}`)).toBeVisible()
    },
  )

  test('a setting saved with Enter reads Saving... until it is saved', async () => {
    const name = setting({ key: 'site_name', value: 'Brackwater' })
    const { stub, release } = held({ ...name, value: 'Slow & Sure' })
    await openBackOffice('/settings', {
      'GET /api/settings': [name],
      'GET /api/holidays': serverError,
      'GET /api/outbox/server': { mail_server: true },
      'PUT /api/settings/1': stub,
    })
    await button('Edit Site Name').click()
    await page.getByRole('textbox', { name: 'Site Name' }).fill('Slow & Sure')
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Saving...')).toBeVisible()
    release()
    await expect.element(button('Saving...')).not.toBeInTheDocument()
  })

  test('Undo restores the text of a setting closed with Escape', async () => {
    await openBackOffice('/settings', {
      'GET /api/settings': [setting({ key: 'site_tagline', value: 'Probes' })],
      'GET /api/holidays': serverError,
      'GET /api/templates': [],
      'GET /api/templates/automatic': [],
      'GET /api/outbox/server': { mail_server: true },
    })
    await button('Edit Site Tagline').click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Half a sentence')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText("“Site Tagline” wasn't changed")).toBeVisible()
    await button('Undo').click()
    await expect.element(field).toHaveValue('Half a sentence')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Undo')).toBeVisible()
    await page.getByRole('link', { name: 'Hiring', exact: true }).click()
    await expect
      .element(page.getByRole('heading', { name: 'Hiring Steps', level: 1 }))
      .toBeVisible()
    await expect.poll(() => button('Undo').query()).toBe(null)
  })
})
