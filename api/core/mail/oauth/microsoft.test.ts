import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  mailProviders,
  messageOf,
  type ProviderReply,
} from '#scripts/testing/fixtures/mail-providers.ts'
import { header } from '#scripts/testing/mail-server.ts'
import { NotSent } from '../failure.ts'
import { openMailer } from '../mailer.ts'

const providers = await mailProviders()
afterAll(() => providers.close())
beforeEach(() => providers.reset())

const account = {
  kind: 'microsoft',
  // Of the examples in Microsoft's documentation.
  tenant: 'contoso.onmicrosoft.com',
  client_id: '535fb089-9ff3-47b6-9bfb-4f1264799865',
  client_secret: 'qWgdYAmab0YSkuL1qKv5bPX',
  mailbox: 'jobs@contoso.com',
} as const

const open = (more = {}) =>
  openMailer({
    server: { ...account, ...more },
    from: { name: 'Contoso', address: 'jobs@contoso.com' },
    folder: '',
    endpoints: providers.endpoints,
  })

const mail = {
  message_id: '<one@contoso.com>',
  to: 'mira@example.org',
  reply_to: 'hr@contoso.com',
  subject: 'Your application',
  text: 'Dear Mira',
  html: '<p>Dear Mira</p>',
}

async function failure(reply: ProviderReply, of: 'entra' | 'graph' = 'graph') {
  providers.replies[of] = () => reply
  const error = await open()
    .send(mail)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof NotSent)) throw new Error('It was sent')
  return error
}

const graphError = (status: number, code: string, message = 'Access is denied.') => ({
  status,
  json: { error: { code, message } },
})
const entraError = (code: number, error = 'invalid_client') => ({
  status: 401,
  json: {
    error,
    error_description: `AADSTS${code}: Something is wrong.\r\nTrace ID: 0000aaaa-11bb-cccc-dd22-eeeeee333333\r\nCorrelation ID: aaaa0000-bb11-2222-33cc-444444dddddd\r\nTimestamp: 2016-01-09 02:02:12Z`,
    error_codes: [code],
    timestamp: '2016-01-09 02:02:12Z',
    trace_id: '0000aaaa-11bb-cccc-dd22-eeeeee333333',
    correlation_id: 'aaaa0000-bb11-2222-33cc-444444dddddd',
  },
})

describe('the requests', () => {
  test('for a token have the body of the documented example', async () => {
    await open().send(mail)
    const [token] = providers.sent('token')
    expect(token).toMatchObject({
      method: 'POST',
      path: '/contoso.onmicrosoft.com/oauth2/v2.0/token',
      // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
      body: 'client_id=535fb089-9ff3-47b6-9bfb-4f1264799865&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default&client_secret=qWgdYAmab0YSkuL1qKv5bPX&grant_type=client_credentials',
    })
    expect(token?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  })

  test('with a message carry all of it, in base64', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
    const content = Buffer.from('the bytes of a logo')
    await open().send({
      ...mail,
      calendar,
      image: { id: 'logo@foyer', type: 'image/png', content },
    })
    const [sent] = providers.sent('mail')
    // https://learn.microsoft.com/graph/api/user-sendmail, example 4
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/v1.0/users/jobs%40contoso.com/sendMail',
      body: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/),
    })
    expect(sent?.headers).toMatchObject({
      'content-type': 'text/plain',
      authorization: expect.stringMatching(/^Bearer entra-\d+$/),
    })
    const message = messageOf(sent!)
    expect(message).not.toMatch(/[^\r]\n/)
    for (const [name, value] of [
      ['From', 'Contoso <jobs@contoso.com>'],
      ['To', 'mira@example.org'],
      ['Reply-To', 'hr@contoso.com'],
      ['Message-ID', '<one@contoso.com>'],
      ['Subject', 'Your application'],
      ['Auto-Submitted', 'auto-generated'],
    ] as const)
      expect(header(message, name)).toBe(value)
    expect(message).toContain('Content-Disposition: attachment; filename=invite.ics')
    expect(message).toContain('method=REQUEST')
    expect(message).toContain('Content-ID: <logo@foyer>')
    expect(message).toContain(content.toString('base64').replace(/=+$/, ''))
  })
})

describe('the token', () => {
  test('is asked for once, also by messages at the same time', async () => {
    const mailer = open()
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)])
    await mailer.send(mail)
    expect([providers.sent('token').length, providers.sent('mail').length]).toEqual([1, 4])
  })

  test('that ends soon is renewed before the next message', async () => {
    const mailer = open()
    providers.replies.entra = () => ({
      status: 200,
      json: { access_token: 'short', expires_in: 0 },
    })
    await mailer.send(mail)
    await mailer.send(mail)
    expect(providers.sent('token')).toHaveLength(2)
  })

  test('is renewed once when Graph refuses it', async () => {
    const mailer = open()
    await mailer.send(mail)
    const refused = providers.sent('mail')[0]?.headers.authorization
    providers.replies.graph = (request) =>
      request.headers.authorization === refused
        ? graphError(401, 'InvalidAuthenticationToken', 'Lifetime validation failed')
        : { status: 202 }
    await mailer.send(mail)
    expect([providers.sent('token').length, providers.sent('mail').length]).toEqual([2, 3])
    providers.replies.graph = () => graphError(401, 'InvalidAuthenticationToken')
    await expect(mailer.send(mail)).rejects.toThrow(/refuses the app's token.*Mail\.Send/)
    expect([providers.sent('token').length, providers.sent('mail').length]).toEqual([3, 5])
  })
})

describe('a refusal says what to do:', () => {
  test.each([
    [7000215, /Enter the secret's value under Settings › Email, not its ID.*AADSTS7000215/],
    [7000222, /secret has ended\. Make a new one in Entra.*AADSTS7000222/],
    [700016, /no app 535fb089.* in the directory contoso\.onmicrosoft\.com.*AADSTS700016/],
    [90002, /no directory contoso\.onmicrosoft\.com.*AADSTS90002/],
    [7000112, /turned off in Entra/],
    [53003, /Conditional Access/],
  ])('AADSTS%i', async (code, sentence) => {
    const error = await failure(entraError(code), 'entra')
    expect(error).toMatchObject({ whose: 'server', permanent: false, problem: 'account' })
    expect(error.message).toMatch(sentence)
    expect(error.message).not.toContain('Trace ID')
  })

  test('an unknown error of Entra in its own words, without its IDs', async () => {
    const { message } = await failure(entraError(65001, 'invalid_grant'), 'entra')
    expect(message).toBe('Microsoft refuses the app: AADSTS65001: Something is wrong.')
  })

  test.each([
    [403, 'ErrorAccessDenied', /as jobs@contoso\.com.*role Application Mail\.Send/],
    [403, 'ErrorSendAsDenied', /must be the mailbox jobs@contoso\.com/],
    [404, 'ErrorInvalidUser', /knows no mailbox jobs@contoso\.com/],
    [404, 'MailboxNotEnabledForRESTAPI', /has no mailbox in Exchange Online/],
    [403, 'ErrorMessageSubmissionBlocked', /blocked jobs@contoso\.com from sending/],
  ])('%i %s', async (status, code, sentence) => {
    const error = await failure(graphError(status, code))
    expect(error).toMatchObject({ whose: 'server', permanent: false, problem: 'account' })
    expect(error.message).toMatch(sentence)
    expect(error.message).toContain(code)
  })

  test('an unknown one of Graph in its own words', async () => {
    const error = await failure(graphError(403, 'ErrorNew', 'Not\u0007 today'))
    expect(error.message).toBe("Microsoft 365 didn't take the message: ErrorNew: Not today")
    expect(error.whose).toBe('server')
  })

  test('one recipient or message that Graph refuses holds up no other', async () => {
    const error = await failure(
      graphError(400, 'ErrorInvalidRecipients', 'At least one is invalid'),
    )
    expect(error).toMatchObject({ whose: 'message', permanent: true, problem: 'recipient' })
    expect(await failure(graphError(500, 'ErrorInternalServerError'))).toMatchObject({
      whose: 'message',
      permanent: false,
    })
  })

  test.each([400, 404, 422])('an unknown one with %i holds up no other either', async (status) => {
    const error = await failure(graphError(status, 'ErrorNew'))
    expect(error).toMatchObject({ whose: 'message', permanent: false })
  })

  test('a redirect is no matter of the message', async () => {
    expect(await failure({ status: 302 })).toMatchObject({ whose: 'server' })
  })
})

describe('a provider that is busy', () => {
  const soon = () => new Date(Date.now() + 90_000).toUTCString()
  test.each([
    [429, '120', 120_000],
    [503, '7', 7_000],
    [504, undefined, undefined],
    [429, '999999', 3_600_000],
  ])('%i with Retry-After %s lets mail wait that long', async (status, after, wait) => {
    for (const of of ['graph', 'entra'] as const) {
      providers.reset()
      const headers: Record<string, string> = after === undefined ? {} : { 'retry-after': after }
      const error = await failure({ status, headers }, of)
      expect(error).toMatchObject({ whose: 'server', problem: 'busy', retryAfterMs: wait })
    }
  })

  test('may name a date', async () => {
    const { retryAfterMs } = await failure({ status: 429, headers: { 'retry-after': soon() } })
    expect(retryAfterMs).toBeGreaterThan(30_000)
    expect(retryAfterMs).toBeLessThanOrEqual(90_000)
  })
})

describe('the connection', () => {
  test('lost after the message arrived: it is tried again later, under the same Message-ID', async () => {
    const error = await failure('cut')
    expect(error).toMatchObject({ whose: 'message', permanent: false })
    expect(error.message).toMatch(/connection to Microsoft 365 was lost/)
    expect(providers.sent('mail')).toHaveLength(1)
  })

  test('lost after Graph took the message, in the middle of its answer: it is sent', async () => {
    const half = { status: 202, headers: { 'content-length': '100' }, half: '{' }
    providers.replies.graph = () => half
    await open().send(mail)
    expect(providers.sent('mail')).toHaveLength(1)
  })

  test('lost before there is a token lets all mail wait: no message has left', async () => {
    expect(await failure('cut', 'entra')).toMatchObject({ whose: 'server' })
    expect(providers.sent('mail')).toEqual([])
  })

  test('that can’t be made lets all mail wait', async () => {
    const gone = await mailProviders()
    await gone.close()
    const mailer = openMailer({
      server: account,
      from: 'jobs@contoso.com',
      folder: '',
      endpoints: gone.endpoints,
    })
    await expect(mailer.send(mail)).rejects.toMatchObject({
      whose: 'server',
      problem: 'refused',
      message: "This server can't reach Microsoft (ECONNREFUSED)",
    })
  })

  test('is not made for a message over 3 MB, nor for an address of nobody elsewhere', async () => {
    const content = Buffer.alloc(3.1 * 1024 * 1024)
    const image = { id: 'logo@foyer', type: 'image/png', content }
    await expect(open().send({ ...mail, image })).rejects.toMatchObject({
      whose: 'message',
      permanent: true,
      message: expect.stringContaining('up to 3 MB'),
    })
    const real = openMailer({ server: account, from: 'jobs@contoso.com', folder: '' })
    await expect(real.send(mail)).rejects.toThrow(/address for examples/)
    expect(providers.requests).toEqual([])
  })
})
