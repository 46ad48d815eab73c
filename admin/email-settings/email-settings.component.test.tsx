import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { testMailRow } from '#api/core/mail/contract/row.ts'
import type { emailDnsRow, emailSettingsRow } from '#api/office/email-settings/contract/row.ts'
import {
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'

const nothing = {
  kind: 'smtp',
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  tenant: '',
  client_id: '',
  client_secret_set: false,
  secret_expires_on: null,
  service_account_set: false,
  mailbox: '',
  from_name: '',
  from_address: '',
  password_set: false,
  password_unreadable: false,
  can_store_password: true,
  sender: 'careers@localhost',
  sender_locked: false,
  locked: false,
  updated_at: null,
} satisfies z.infer<typeof emailSettingsRow>
const connected = {
  ...nothing,
  host: 'smtp.fastmail.com',
  port: 465,
  security: 'tls',
  user: 'jobs@acme.example',
  password_set: true,
  from_address: 'jobs@acme.example',
  sender: 'Acme <jobs@acme.example>',
  updated_at: '2026-11-25T08:00:00.000Z',
} satisfies z.infer<typeof emailSettingsRow>
const noDomain = { domain: null, spf: null, dmarc: null, dkim: null } satisfies z.infer<
  typeof emailDnsRow
>
const records = {
  domain: 'acme.example',
  spf: {
    name: 'acme.example',
    type: 'TXT',
    state: 'incomplete',
    found: 'v=spf1 mx -all',
    add: 'v=spf1 mx include:spf.messagingengine.com -all',
  },
  dkim: {
    name: 'fm1._domainkey.acme.example',
    type: 'CNAME',
    state: 'unknown',
    found: null,
    add: 'fm1.acme.example.dkim.fmhosted.com',
  },
  dmarc: {
    name: '_dmarc.acme.example',
    type: 'TXT',
    state: 'found',
    found: 'v=DMARC1; p=none',
    add: null,
  },
} satisfies z.infer<typeof emailDnsRow>
const sent = {
  to: 'ada@example.com',
  sent: true,
  reason: null,
  problem: null,
} satisfies z.infer<typeof testMailRow>

const open = (
  row: z.infer<typeof emailSettingsRow>,
  { dns = noDomain, ...more }: Stubs & { dns?: z.infer<typeof emailDnsRow> } = {},
  user: Parameters<typeof openBackOffice>[2] = own,
) =>
  openBackOffice(
    '/settings/email',
    {
      'GET /api/email-settings': row,
      'GET /api/email-settings/dns': dns,
      'GET /api/outbox/server': { mail_server: true },
      ...more,
    },
    user,
  )
const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('Settings › Email', () => {
  test('a provider fills in host, port and encryption; saving sends a test', async () => {
    await open(nothing, {
      'PUT /api/email-settings': connected,
      'POST /api/email-settings/test': sent,
    })
    await expect.element(page.getByText('Email isn’t set up yet')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await expect.element(field('Host *')).not.toBeInTheDocument()
    await page.getByRole('radio', { name: 'Another provider' }).click()
    await page.getByRole('radio', { name: 'Fastmail' }).click()
    await expect.element(field('Host *')).toHaveValue('smtp.fastmail.com')
    await expect.element(field('Port')).toHaveValue('465')
    await expect.element(field('Encryption')).toHaveValue('tls')
    await field('User name (optional)').fill('jobs@acme.example')
    await field('Password').fill('open sesame')
    await field('Sender address *').fill('jobs@acme.example')
    await field('Your own password *').fill('correct horse')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Test email sent to ada@example.com')).toBeVisible()
    expect(puts()).toEqual([
      {
        kind: 'smtp',
        host: 'smtp.fastmail.com',
        port: 465,
        security: 'tls',
        user: 'jobs@acme.example',
        password: 'open sesame',
        from_name: '',
        from_address: 'jobs@acme.example',
        current_password: 'correct horse',
      },
    ])
    for (const name of ['Password', 'Your own password *'])
      await expect.element(field(name)).toHaveValue('')
  })

  test('an admin without a password confirms with the company’s sign-in', async () => {
    const message = 'Sign out, sign in with Acme again, and do this within 10 minutes.'
    const refused = { error: message, details: [{ path: ['current_password'], message }] }
    await open(
      { ...connected, password_set: false },
      { 'PUT /api/email-settings': () => problem(400, refused) },
      { ...own, has_password: false, company_sign_in: { label: 'Acme', only: true } },
    )
    await expect.element(page.getByText(/^You sign in with Acme\. This works/)).toBeVisible()
    await expect.element(field('Your own password *')).not.toBeInTheDocument()
    await field('Sender name (optional)').fill('Acme')
    await button('Save and send a test').click()
    await expect.element(page.getByText(message)).toBeVisible()
  })

  test('another host says that the password has to be entered again', async () => {
    await open(connected)
    await expect.element(page.getByText('Saved. Leave empty to keep it.')).toBeVisible()
    await page.getByRole('radio', { name: 'Postmark' }).click()
    await expect.element(page.getByText(/^Enter it again/)).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Postmark' })).toBeChecked()
  })

  test('a refused test shows the server’s words and what to do', async () => {
    await open(connected, {
      'POST /api/email-settings/test': {
        to: 'ada@example.com',
        sent: false,
        problem: 'sign_in',
        reason: 'The mail server refuses the user name or password: 535 Bad login',
      } satisfies z.infer<typeof testMailRow>,
    })
    await button('Send a test email').click()
    await expect.element(page.getByText(/app password, not the one you sign in/)).toBeVisible()
    await expect.element(page.getByText(/535 Bad login/)).toBeVisible()
  })

  test('Microsoft 365 says until when it takes passwords, what else works, and why sign-in fails', async () => {
    const refused = {
      to: 'ada@example.com',
      sent: false,
      problem: 'sign_in',
      reason: 'The mail server refuses the user name or password: 535 5.7.139',
    } satisfies z.infer<typeof testMailRow>
    const microsoft = { ...connected, host: 'smtp.office365.com', port: 587 }
    await open(microsoft, { 'POST /api/email-settings/test': refused })
    const notice = page.getByRole('heading', { name: /password at the end of December 2026/ })
    await expect.element(notice).toBeVisible()
    await expect.element(page.getByText(/Postmark, Brevo or Amazon SES/)).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await button('Send a test email').click()
    await expect.element(page.getByText(/Microsoft 365 refuses passwords/)).toBeVisible()
    await field('Host *').fill('acme-example.mail.protection.outlook.com')
    await expect.element(notice).not.toBeInTheDocument()
    await expect.element(page.getByRole('radio', { name: 'Exchange by SMTP' })).toBeChecked()
    await page.getByRole('radio', { name: 'Fastmail' }).click()
    await expect.element(notice).not.toBeInTheDocument()
    await page.getByRole('radio', { name: 'Exchange by SMTP' }).click()
    await expect.element(notice).toBeVisible()
    await open({ ...microsoft, locked: true })
    await expect.element(notice).toBeVisible()
  })

  const microsoft = {
    ...nothing,
    kind: 'microsoft',
    tenant: '8d1b5f3e-2c4a-4f6b-9e7d-1a2b3c4d5e6f',
    client_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    client_secret_set: true,
    secret_expires_on: '2027-03-31',
    mailbox: 'jobs@acme.example',
    from_address: 'jobs@acme.example',
    sender: 'Acme <jobs@acme.example>',
    updated_at: '2026-11-25T08:00:00.000Z',
  } satisfies z.infer<typeof emailSettingsRow>
  const google = {
    ...microsoft,
    kind: 'google',
    tenant: '',
    client_id: '',
    client_secret_set: false,
    secret_expires_on: null,
    service_account_set: true,
  } satisfies z.infer<typeof emailSettingsRow>

  test('Microsoft 365 asks for the app, its secret and the mailbox, and sends nothing else', async () => {
    await open(nothing, {
      'PUT /api/email-settings': microsoft,
      'POST /api/email-settings/test': sent,
    })
    await page.getByRole('radio', { name: 'Microsoft 365' }).click()
    expect(await axeViolations()).toEqual([])
    await field('Directory (tenant) ID *').fill(microsoft.tenant)
    await field('Application (client) ID *').fill('not an ID')
    await field('Client secret *').fill('abc8Q~secret')
    await field('Client secret ends on (optional)').fill('2027-03-31')
    await field('Mailbox *').fill('jobs@acme.example')
    await field('Your own password *').fill('correct horse')
    await button('Save and send a test').click()
    await expect.element(page.getByText(/Enter the Application \(client\) ID, like/)).toBeVisible()
    await expect.element(field('Client secret *')).toHaveValue('abc8Q~secret')
    await field('Application (client) ID *').fill(microsoft.client_id)
    await button('Save and send a test').click()
    await expect.element(page.getByText('Test email sent to ada@example.com')).toBeVisible()
    expect(puts()).toEqual([
      {
        kind: 'microsoft',
        tenant: microsoft.tenant,
        client_id: microsoft.client_id,
        client_secret: 'abc8Q~secret',
        secret_expires_on: '2027-03-31',
        mailbox: 'jobs@acme.example',
        from_name: '',
        current_password: 'correct horse',
      },
    ])
    await expect.element(field('Client secret')).toHaveValue('')
    await expect.element(page.getByText('Saved. Leave empty to keep it.')).toBeVisible()
    await field('Application (client) ID *').fill('3f2504e0-4f89-41d3-9a0c-0305e82c3302')
    await expect.element(page.getByText(/^Enter it again/)).toBeVisible()
  })

  test('Google Workspace asks for the key and the mailbox', async () => {
    await open(connected, {
      'PUT /api/email-settings': google,
      'POST /api/email-settings/test': sent,
    })
    await page.getByRole('radio', { name: 'Google Workspace' }).click()
    await field('Service account key (JSON) *').fill('{"type":"service_account"}')
    await field('Mailbox *').fill('jobs@acme.example')
    await field('Your own password *').fill('correct horse')
    await button('Save and send a test').click()
    await expect.element(page.getByText('Test email sent to ada@example.com')).toBeVisible()
    expect(puts()).toEqual([
      {
        kind: 'google',
        service_account: '{"type":"service_account"}',
        mailbox: 'jobs@acme.example',
        from_name: '',
        current_password: 'correct horse',
        updated_at: connected.updated_at,
      },
    ])
    await expect.element(field('Service account key (JSON)')).toHaveValue('')
    expect(await axeViolations()).toEqual([])
  })

  test('a provider’s refusal says what to change there', async () => {
    const reason =
      "Microsoft refuses the client secret. Enter the secret's value under Settings › Email, not its ID (AADSTS7000215)"
    await open(microsoft, {
      'POST /api/email-settings/test': {
        to: 'ada@example.com',
        sent: false,
        problem: 'account',
        reason,
      } satisfies z.infer<typeof testMailRow>,
    })
    await button('Send a test email').click()
    await expect.element(page.getByText(reason)).toBeVisible()
  })

  test('secrets are no part of a draft', async () => {
    const { unmount } = await open(nothing)
    await page.getByRole('radio', { name: 'Microsoft 365' }).click()
    await field('Client secret *').fill('abc8Q~secret')
    await field('Mailbox *').fill('jobs@acme.example')
    await page.getByRole('radio', { name: 'Google Workspace' }).click()
    await field('Service account key (JSON) *').fill('{"private_key":"abc"}')
    const stored = () => JSON.stringify({ ...localStorage, ...sessionStorage })
    await expect.poll(stored).toContain('jobs@acme.example')
    await expect.poll(stored).toContain('google')
    expect(stored()).not.toMatch(/abc8Q|private_key/)
    await unmount()
  })

  test('Enter with an empty host asks for it and removes nothing', async () => {
    await open(connected)
    await field('Host *').fill('')
    await field('Your own password *').fill('correct horse')
    await button('Save and send a test').click()
    await expect.element(page.getByText('Enter the host of the mail server')).toBeVisible()
    expect(puts()).toEqual([])
  })

  test('a wrong own password is shown at its field, and nothing typed is lost', async () => {
    const message = 'This is not your current password'
    await open(connected, {
      'PUT /api/email-settings': () =>
        problem(400, { error: message, details: [{ path: ['current_password'], message }] }),
    })
    await field('Sender name (optional)').fill('Acme')
    await field('Your own password *').fill('wrong')
    await button('Save and send a test').click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(field('Your own password *')).toHaveFocus()
    await expect.element(field('Sender name (optional)')).toHaveValue('Acme')
    expect(puts()).toMatchObject([{ updated_at: connected.updated_at }])
  })

  const later = '2026-11-25T09:00:00.000Z'
  const conflict = (current: z.infer<typeof emailSettingsRow>) =>
    problem(409, { error: 'Someone else saved changes', current, changed_by: 'Noor Haddad' })

  test('a colleague’s new sender name is merged with the server typed here', async () => {
    const theirs = { ...connected, from_name: 'Acme Careers', updated_at: later }
    await open(connected, {
      'PUT /api/email-settings': ({ body }: StubbedRequest) =>
        (body as typeof theirs).updated_at === later
          ? { ...theirs, host: 'mail.acme.example' }
          : conflict(theirs),
      'POST /api/email-settings/test': sent,
    })
    await field('Host *').fill('mail.acme.example')
    await field('Password').fill('open sesame')
    await field('Your own password *').fill('correct horse')
    await button('Save and send a test').click()
    await expect.element(page.getByText(/Noor Haddad’s changes were kept too/)).toBeVisible()
    expect(puts()[1]).toMatchObject({
      host: 'mail.acme.example',
      password: 'open sesame',
      from_name: 'Acme Careers',
      current_password: 'correct horse',
      updated_at: later,
    })
    await expect.element(page.getByText('Test email sent to ada@example.com')).toBeVisible()
  })

  test('a password typed here never goes to a server that a colleague chose', async () => {
    const theirs = { ...connected, host: 'smtp.other.example', port: 587, updated_at: later }
    await open(connected, {
      'PUT /api/email-settings': ({ body }: StubbedRequest) =>
        (body as typeof theirs).updated_at === later ? connected : conflict(theirs),
      'POST /api/email-settings/test': sent,
    })
    await field('Password').fill('open sesame')
    await field('Sender name (optional)').fill('Acme')
    await field('Your own password *').fill('correct horse')
    await button('Save and send a test').click()
    await expect
      .element(page.getByText('Noor Haddad changed this page while you were editing'))
      .toBeVisible()
    for (const [name, value] of [
      ['Host *', connected.host],
      ['Password', 'open sesame'],
      ['Sender name (optional)', 'Acme'],
      ['Your own password *', 'correct horse'],
    ] as const)
      await expect.element(field(name)).toHaveValue(value)
    await button('Save and send a test').click()
    await expect.element(page.getByText('Choose a version').first()).toBeVisible()
    expect(puts()).toHaveLength(1)
    for (const radio of page.getByRole('radio', { name: /^Yours/ }).all()) await radio.click()
    await button('Save and send a test').click()
    await expect.element(page.getByText('Test email sent to ada@example.com')).toBeVisible()
    expect(puts()[1]).toMatchObject({ host: connected.host, password: 'open sesame' })
  })

  test('removing stops if a colleague has chosen another server', async () => {
    const theirs = { ...connected, host: 'smtp.other.example', updated_at: later }
    await open(connected, {
      'PUT /api/email-settings': ({ body }: StubbedRequest) =>
        (body as typeof theirs).updated_at === later ? nothing : conflict(theirs),
    })
    await field('Your own password *').fill('correct horse')
    await button('Remove').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText(/the server is now smtp\.other\.example/)).toBeVisible()
    await button('Remove').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Mail server removed')).toBeVisible()
  })

  test('SMTP_URL leaves only the test, MAIL_FROM explains the sender', async () => {
    await open({ ...connected, locked: true, host: 'smtp.host.example' })
    await expect.element(page.getByText('Set by the person who runs this server')).toBeVisible()
    await expect.element(field('Host *')).not.toBeInTheDocument()
    await expect.element(button('Send a test email')).toBeVisible()
  })

  test('after a restore elsewhere it asks for the password again', async () => {
    await open({ ...connected, password_unreadable: true })
    await expect
      .element(page.getByRole('heading', { name: 'Enter the password again' }))
      .toBeVisible()
    await expect.element(page.getByText('Saved. Leave empty to keep it.')).not.toBeInTheDocument()
  })

  test('removing asks first, and needs the own password', async () => {
    await open(connected, { 'PUT /api/email-settings': nothing })
    await button('Remove').click()
    await expect.element(page.getByText('Enter your own password')).toBeVisible()
    expect(puts()).toEqual([])
    await field('Your own password *').fill('correct horse')
    await button('Remove').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('Mail server removed')).toBeVisible()
    const { updated_at } = connected
    expect(puts()).toEqual([{ host: '', current_password: 'correct horse', updated_at }])
  })

  test('DNS records show what is there, what to change, and what could not be checked', async () => {
    await open(connected, { dns: records })
    await expect.element(page.getByText('To be changed')).toBeVisible()
    await expect.element(field('Change it to')).toHaveValue(records.spf.add)
    await expect.element(page.getByText('Not checked')).toBeVisible()
    await expect.element(page.getByText('v=DMARC1; p=none')).toBeVisible()
    expect(await axeViolations()).toEqual([])
  })
})
