import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type {
  accountRow,
  createdAccountRow,
  passwordLinkRow,
} from '#api/accounts/users/contract/row.ts'
import {
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, own } from '#scripts/testing/components/rows.ts'

type Account = z.infer<typeof accountRow>

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name)
const password = page.getByRole('textbox', { name: /^Password/ })
const users = page.getByRole('heading', { name: 'Users Management' })
const writes = () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)

/** May manage users, and nothing else. */
const uma = {
  ...own,
  id: 3,
  email: 'uma@example.com',
  first_name: 'Uma',
  role: 'user' as const,
  permissions: ['manage_users' as const],
}
const rita: Account = {
  ...account,
  id: 2,
  email: 'rita@example.com',
  first_name: 'Rita',
  last_name: 'Marchetti',
  role: 'user',
  permissions: ['review_applications'],
}
const open = (path: string, stubs: Stubs = {}, user: typeof own | typeof uma = own) =>
  openBackOffice(
    `/users${path}`,
    {
      'GET /api/users': [account, rita],
      'GET /api/outbox/server': { mail_server: true },
      ...stubs,
    },
    user,
  )

describe('A new user', () => {
  async function fill() {
    await field('First name *').fill('Mira')
    await field('Last name *').fill('Ostergard')
    await field('Email *').fill('mira@example.org')
  }

  test('an incomplete user shows its errors and focuses the first field', async () => {
    await open('/new')
    await expect.element(field('Email an invitation')).toBeChecked()
    await expect
      .element(page.getByRole('group', { name: 'Permissions' }))
      .toHaveAccessibleDescription('Sees only the jobs whose hiring team they join.')
    await field('Set a password now').click()
    await button('Create User').click()
    for (const name of ['First name', 'Last name', 'Email', 'Password'])
      await expect.element(page.getByText(`${name} is required`)).toBeVisible()
    await expect.element(field('First name *')).toHaveFocus()
    expect(writes()).toEqual([])
  })

  test('an email address in use is reported under its field', async () => {
    const details = [{ path: ['email'], message: 'Someone already uses this email address' }]
    await open('/new', {
      'POST /api/users': problem(409, {
        error: 'Someone already uses this email address',
        details,
      }),
    })
    await fill()
    await button('Create User').click()
    await expect
      .element(page.getByText('Someone already uses this email address').first())
      .toBeVisible()
    await expect.element(field('First name *')).toHaveValue('Mira')
  })

  test('a password can be shown, is never stored, and can be set instead of inviting', async () => {
    const message = 'This is only a name. Use three or four unrelated words.'
    await open('/new', {
      'POST /api/users': ({ body }: StubbedRequest) =>
        (body as { password: string }).password === 'mira@example.org'
          ? problem(400, { error: message, details: [{ path: ['password'], message }] })
          : { ...rita, id: 9 },
    })
    await fill()
    expect(password.query()).toBe(null)
    await field('Set a password now').click()
    await expect.element(password).toHaveAttribute('type', 'password')
    await button('Show password').click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await password.fill('mira@example.org')
    await button('Create User').click()
    await expect.element(page.getByText(/This is only a name\./)).toBeVisible()
    // Switching to an invitation and back clears the password and its error.
    await field('Email an invitation').click()
    await field('Set a password now').click()
    await expect.element(password).toHaveValue('')
    await password.fill('three green bottles')
    await expect.poll(() => JSON.stringify(sessionStorage)).toContain('mira@example.org')
    expect(JSON.stringify(sessionStorage)).not.toContain('three green bottles')
    await button('Create User').click()
    await expect.element(users).toBeVisible()
    expect(writes().at(-1)).toMatchObject({ invite: false, password: 'three green bottles' })
  })

  test('a named role fills in role and permissions, which can be changed, and nothing else is sent', async () => {
    await open('/new', { 'POST /api/users': { ...rita, id: 9 } })
    const named = field('What they do')
    const shown = () => {
      const select = named.element() as HTMLSelectElement
      return select.selectedOptions[0]?.textContent
    }
    await expect.poll(shown).toBe('Hiring manager or Interviewer')
    for (const [name, help] of [
      ['Recruiter', /^Reads and decides on all applications/],
      ['Interviewer', /^Sees only the jobs whose hiring team they join, takes part/],
      ['Hiring manager', /^Sees only the jobs whose hiring team they join, evaluates/],
      ['Editor', /^Writes and publishes pages/],
      ['Administrator', /^Does everything/],
      ['Recruiter', /^Reads and decides on all applications/],
    ] as const) {
      await named.selectOptions(name)
      await expect.element(named).toHaveAccessibleDescription(help)
      expect(shown()).toBe(name)
    }
    await expect.element(field('Review applications')).toBeChecked()
    await expect.element(field('Manage jobs')).toBeChecked()
    await field('Edit pages').click()
    expect(shown()).toBe('Custom')
    expect(await axeViolations()).toEqual([])
    await fill()
    await button('Create User').click()
    await expect.element(users).toBeVisible()
    expect(writes()).toEqual([
      {
        first_name: 'Mira',
        last_name: 'Ostergard',
        email: 'mira@example.org',
        password: '',
        invite: true,
        role: 'user',
        is_active: true,
        permissions: ['edit_pages', 'review_applications', 'manage_jobs'],
      },
    ])
  })

  test('without a mail server, the link to pass on is shown and copied', async () => {
    const link = {
      url: 'https://foyer.example/reset-password#token=secret',
      expires_at: '2026-03-05T09:00:00.000Z',
    } satisfies z.infer<typeof passwordLinkRow>
    const created = { ...rita, id: 9, invitation: link } satisfies z.infer<typeof createdAccountRow>
    await open('/new', {
      'POST /api/users': created,
      'GET /api/outbox/server': { mail_server: false },
    })
    await fill()
    await field('Create an invitation link').click()
    await button('Create User').click()
    const dialog = page.getByRole('dialog', { name: 'Send this link' })
    await expect.element(dialog.getByLabelText('Link', { exact: true })).toHaveValue(link.url)
    expect(await axeViolations()).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText(/“Mira Ostergard” was created/)).toBeVisible()
    await expect.element(users).toBeVisible()
  })
})

describe('The form of a user', () => {
  const link = {
    url: 'https://foyer.example/reset-password#token=secret',
    expires_at: '2026-03-05T09:00:00.000Z',
  } satisfies z.infer<typeof passwordLinkRow>

  test('without a mail server it offers a password link, and returns the focus', async () => {
    await open('/2/edit', {
      'GET /api/users/2': rita,
      'GET /api/outbox/server': { mail_server: false },
      'POST /api/users/2/invite': link,
    })
    await button('Create a password link').click()
    const dialog = page.getByRole('dialog', { name: 'Send this link' })
    await expect.element(dialog.getByLabelText('Link', { exact: true })).toHaveValue(link.url)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(button('Create a password link')).toHaveFocus()
  })

  test("a user's own email and password are edited in the profile", async () => {
    await open('/1/edit', { 'GET /api/users/1': account })
    await expect.element(button('Update User')).toBeVisible()
    expect(field('Email *').query()).toBe(null)
    await expect
      .element(page.getByRole('link', { name: 'your profile' }))
      .toHaveAttribute('href', '/backoffice/profile')
  })

  test("leaving asks first, a blank password is kept, and a colleague's earlier save is merged", async () => {
    const theirs = { ...rita, last_name: 'Other', updated_at: '2026-03-03T09:00:00.000Z' }
    let saves = 0
    await open('/2/edit', {
      'GET /api/users/2': rita,
      'PUT /api/users/2': () =>
        saves++ ? theirs : problem(409, { error: 'Changed', current: theirs }),
    })
    await field('First name *').fill('Marga')
    await page.getByRole('link', { name: 'Back to Users' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await button('Update User').click()
    await expect.element(page.getByText(/Someone else’s changes were kept too/)).toBeVisible()
    await expect.element(users).toBeVisible()
    const [first, second] = writes()
    expect(first).toMatchObject({ first_name: 'Marga', last_name: 'Marchetti', password: '' })
    expect(second).toMatchObject({
      first_name: 'Marga',
      last_name: 'Other',
      password: '',
      updated_at: theirs.updated_at,
    })
  })
})

describe('A user who may only manage users', () => {
  test('can grant only their own permissions and reads why', async () => {
    await open('/new', {}, uma)
    await expect.element(field('Role *')).toBeDisabled()
    await expect.element(page.getByText(/Only an admin can change a role/)).toBeVisible()
    await expect.element(field('Edit pages')).toBeDisabled()
    await expect.element(page.getByRole('option', { name: 'Recruiter' })).toBeDisabled()
    await expect.element(page.getByRole('option', { name: 'Administrator' })).toBeDisabled()
    await expect
      .element(page.getByRole('option', { name: 'Interviewer', exact: true }))
      .toBeEnabled()
    await expect.element(field('Manage users')).toBeEnabled()
    await expect
      .element(page.getByText(/You can only give permissions you have yourself\./))
      .toBeVisible()
  })

  test('cannot deactivate themselves, and saves the rest unchanged', async () => {
    const self: Account = { ...account, ...uma, invited: false, second_factor: false }
    await open('/3/edit', { 'GET /api/users/3': self, 'PUT /api/users/3': self }, uma)
    await expect.element(page.getByText(/You can't deactivate yourself/)).toBeVisible()
    await field('First name *').fill('Ума')
    await button('Update User').click()
    await expect.element(users).toBeVisible()
    expect(writes()).toMatchObject([
      { first_name: 'Ума', is_active: true, role: 'user', permissions: ['manage_users'] },
    ])
  })

  test('sees an admin read-only', async () => {
    await open('/1/edit', { 'GET /api/users/1': account }, uma)
    await expect.element(page.getByText(/Only an admin can change an admin\./)).toBeVisible()
    await expect.element(field('First name *')).toBeDisabled()
    expect(button('Update User').query()).toBe(null)
  })

  test('can neither delete nor restrict someone with more permissions, and reads why', async () => {
    await open('/2/edit', { 'GET /api/users/2': rita, 'PUT /api/users/2': rita }, uma)
    await expect.element(field('Active')).toBeDisabled()
    await expect.element(field('Active')).toBeChecked()
    await expect.element(page.getByText(/You can't activate or deactivate someone/)).toBeVisible()
    await expect
      .element(page.getByText(/You can't change the sign-in details of someone/))
      .toBeVisible()
    expect(password.query()).toBe(null)
    await expect.element(field('Review applications')).toBeDisabled()
    await expect.element(page.getByText(/To remove one, you need all/)).toBeVisible()
    await field('Manage users').click()
    await button('Update User').click()
    await expect.element(users).toBeVisible()
    expect(writes()).toMatchObject([{ permissions: ['manage_users', 'review_applications'] }])
    await expect.element(page.getByRole('link', { name: 'Edit Rita Marchetti' })).toBeVisible()
    expect(button('Delete Rita Marchetti').query()).toBe(null)
  })
})
