import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailProviders } from '#scripts/testing/fixtures/mail-providers.ts'
import { header, mailServer, refusal } from '#scripts/testing/mail-server.ts'
import { type Mailer, openMailer } from '../mailer.ts'
import { parseServiceAccount, type ServiceAccount } from './service-account.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const pemOf = (modulusLength: number, type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', { modulusLength })
    .privateKey.export({ type, format: 'pem' })
    .toString()
/** With the fields of a downloaded key. */
const file = {
  type: 'service_account',
  project_id: 'careers',
  private_key_id: 'abcdef0123456789',
  private_key: keys.privateKey,
  client_email: 'foyer@careers.iam.gserviceaccount.com',
  client_id: '103456789012345678901',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
}
const parsed = parseServiceAccount(JSON.stringify(file))
const key = typeof parsed === 'string' ? undefined : parsed
const mailbox = 'jobs@acme.example'

const providers = await mailProviders()
/** The tokens that Gmail takes; all if undefined. */
let taken: string[] | undefined
const signedIn: [string, string][] = []
const gmail = await mailServer({
  authMethods: ['XOAUTH2'],
  allowInsecureAuth: true,
  authOptional: false,
  onAuth({ username = '', accessToken = '' }, _session, done) {
    signedIn.push([username, accessToken])
    if (taken && !taken.includes(accessToken))
      return done(null, {
        data: { status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' },
      })
    done(null, { user: username })
  },
  onMailFrom(_address, _session, done) {
    done(throttled ? refusal(421, '4.7.0 Try again later, closing connection') : null)
  },
})
let throttled = false
const endpoints = {
  ...providers.endpoints,
  gmail: { host: gmail.host, port: gmail.port, security: 'none' as const },
}
const mailers: Mailer[] = []
afterEach(() => {
  for (const mailer of mailers.splice(0)) mailer.close()
})
afterAll(async () => {
  await providers.close()
  await gmail.close()
})
beforeEach(() => {
  providers.reset()
  signedIn.length = 0
  gmail.received.length = 0
  taken = undefined
  throttled = false
})

function open(more: Partial<ServiceAccount> = {}) {
  const mailer = openMailer({
    server: { kind: 'google', key: { ...key!, ...more }, mailbox },
    from: { name: 'Acme', address: mailbox },
    folder: '',
    endpoints,
  })
  mailers.push(mailer)
  return mailer
}
const mail = {
  message_id: '<one@acme.example>',
  to: 'mira@example.org',
  subject: 'Your application',
  text: 'Dear Mira',
  html: '<p>Dear Mira</p>',
}

test('the token is asked for with a signed assertion, as documented', async () => {
  await open().send(mail)
  const [request] = providers.sent('token')
  // https://developers.google.com/identity/protocols/oauth2/service-account#httprest
  expect(request).toMatchObject({ method: 'POST', path: '/google/token' })
  expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  const body = new URLSearchParams(request?.body)
  expect([...body.keys()]).toEqual(['grant_type', 'assertion'])
  expect(body.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const assertion = body.get('assertion') ?? ''
  expect(decodeProtectedHeader(assertion)).toEqual({
    alg: 'RS256',
    typ: 'JWT',
    kid: file.private_key_id,
  })
  const { payload } = await jwtVerify(assertion, await importSPKI(keys.publicKey, 'RS256'), {
    audience: 'https://oauth2.googleapis.com/token',
    issuer: file.client_email,
    subject: mailbox,
  })
  expect(payload.scope).toBe('https://mail.google.com/')
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
})

test('a key in the older form of PKCS #1 signs too', async () => {
  await open({ private_key: pemOf(2048, 'pkcs1') }).send(mail)
  expect(gmail.received).toHaveLength(1)
})

test('a key that can’t sign lets all mail wait', async () => {
  await expect(open({ private_key: pemOf(1024, 'pkcs8') }).send(mail)).rejects.toMatchObject({
    whose: 'server',
    problem: 'account',
  })
})

test('messages leave through Gmail, signed in with the token as the mailbox', async () => {
  const mailer = open()
  await mailer.send(mail)
  await mailer.send({ ...mail, message_id: '<two@acme.example>' })
  expect(providers.sent('token')).toHaveLength(1)
  expect(signedIn).toEqual([[mailbox, expect.stringMatching(/^google-\d+$/)]])
  expect(header(gmail.received[0] ?? '', 'From')).toBe('Acme <jobs@acme.example>')
  expect(gmail.ids()).toEqual(['<one@acme.example>', '<two@acme.example>'])
})

test('a refused token is renewed once; then the reason says what to check', async () => {
  const mailer = open()
  await mailer.send(mail)
  mailer.rest()
  let asked = 0
  providers.replies.google = () => {
    asked += 1
    return { status: 200, json: { access_token: `new-${asked}`, expires_in: 3599 } }
  }
  taken = ['new-1']
  await mailer.send(mail)
  expect([asked, gmail.received.length]).toEqual([1, 2])
  mailer.rest()
  taken = []
  await expect(mailer.send(mail)).rejects.toMatchObject({
    whose: 'server',
    problem: 'account',
    message: expect.stringMatching(/^Gmail refuses to sign in as jobs@acme\.example/),
  })
  expect(asked).toBe(2)
})

test('Gmail that takes no more for now lets mail wait', async () => {
  throttled = true
  await expect(open().send(mail)).rejects.toMatchObject({
    whose: 'server',
    problem: 'busy',
    retryAfterMs: 60_000,
  })
})

describe('a refusal of Google says what to do:', () => {
  test.each([
    ['unauthorized_client', '', /Domain-wide delegation, add the client ID 103456789012345678901/],
    ['access_denied', 'Requested client not authorized.', /exactly the scope https:\/\/mail/],
    ['invalid_grant', 'Invalid email or User ID', /knows no mailbox jobs@acme\.example/],
    ['invalid_grant', 'Invalid JWT Signature.', /Make a new key/],
    ['invalid_grant', 'Invalid JWT: Token must be a short-lived token', /clock wrong/],
    ['invalid_client', 'The OAuth client was not found.', /no such service account/],
    ['invalid_scope', 'Bad scope', /^Google refuses the service account: invalid_scope: Bad scope/],
  ])('%s %s', async (error, error_description, sentence) => {
    providers.replies.google = () => ({ status: 400, json: { error, error_description } })
    const thrown: Error = await open()
      .send(mail)
      .then(
        () => new Error('It was sent'),
        (caught: Error) => caught,
      )
    expect(thrown).toMatchObject({ whose: 'server', problem: 'account', permanent: false })
    expect(thrown.message).toMatch(sentence)
    expect(gmail.received).toEqual([])
  })

  test('429 lets mail wait', async () => {
    providers.replies.google = () => ({ status: 429, headers: { 'retry-after': '30' } })
    await expect(open().send(mail)).rejects.toMatchObject({ problem: 'busy', retryAfterMs: 30_000 })
  })
})

describe('the key of a service account', () => {
  test.each([
    ['no JSON', 'private key', /whole JSON file/],
    ['an OAuth client', { installed: {} }, /not the key of a service account/],
    ['no private key', { ...file, private_key: undefined }, /whole JSON file/],
    ['a damaged key', { ...file, private_key: 'abc' }, /damaged/],
    ['a key that is too short', { ...file, private_key: pemOf(1024, 'pkcs8') }, /damaged/],
    ['tokens from elsewhere', { ...file, token_uri: 'https://evil.example/token' }, /not Google's/],
  ])('with %s is refused', (_, content, sentence) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    expect(parseServiceAccount(text)).toMatch(sentence)
  })

  test('keeps what is used', () => {
    expect(parsed).toEqual({
      client_email: file.client_email,
      client_id: file.client_id,
      private_key: file.private_key,
      private_key_id: file.private_key_id,
    })
  })
})
