import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { outbox, passwordLinks, settings } from '#db/schema.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { emailOf, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
})
afterEach(() => w.db.delete(settings))

const forgot = (email: unknown, headers = {}) =>
  w.visitor
    .raw('/auth/forgot-password', {
      method: 'POST',
      body: JSON.stringify({ email }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    .then(w.read)
const mails = () => w.db.select().from(outbox)
const set = (key: string, value: string) =>
  w.db.insert(settings).values({ key, value, category: 'general', is_public: true })

test('a user with an account gets an email with the site’s name', async () => {
  await set('site_name', 'Halden <Optics>')
  expect((await forgot(' RITA@example.com ')).status).toBe(202)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to_address: 'rita@example.com',
    to_name: 'Rita Reviewer',
    subject: 'Choose a new password for Halden <Optics>',
  })
  const [message] = await deliver(w.db)
  expect(message?.text).toMatch(/\n\nhttp:\/\/localhost:4321\/reset-password#token=[\w-]{43}\n\n/)
  expect(mail?.text).toMatch(
    /\n\nDear Rita Reviewer,\n\nYou, or someone else, asked for this link /,
  )
  expect(mail?.text).toContain('15 minutes')
  const [url] = /http:\S+/.exec(message?.text ?? '') ?? ['']
  expect(message?.html).toContain(`<a href="${url}" `)
  expect(mail?.html).toContain('Halden &lt;Optics&gt;')
  expect(mail?.html).not.toContain('<Optics>')
})

test('the answer is the same for everyone, and only users with an account get mail', async () => {
  const answers = []
  for (const email of [emailOf('rita'), emailOf('ned'), 'nobody@example.com'])
    answers.push(await forgot(email))
  for (const response of answers) expect([response.status, response.body]).toEqual([202, ''])
  const named = answers.map(({ headers }) => [...headers.keys()].sort())
  expect(named[1]).toEqual(named[0])
  expect(named[2]).toEqual(named[0])
  expect((await mails()).map(({ to_address }) => to_address)).toEqual([emailOf('rita')])
  expect(await w.db.select().from(passwordLinks)).toHaveLength(1)
})

test('the response time does not reveal accounts', async () => {
  const times: Record<string, number[]> = { rita: [], nobody: [] }
  const fastest = () => Object.values(times).map((list) => Math.min(...list))
  const difference = () => Math.abs(fastest()[0]! - fastest()[1]!)
  // More often on a busy machine.
  for (let turn = 0; turn < 4 || (turn < 40 && difference() >= 30); turn++)
    for (const [name, list] of Object.entries(times)) {
      const started = performance.now()
      await forgot(`${name}@example.com`)
      list.push(performance.now() - started)
    }
  expect(Math.min(...fastest())).toBeGreaterThan(240)
  expect(difference()).toBeLessThan(30)
})

test.each([
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { origin: 'https://evil.example', referer: 'https://evil.example/' },
])('no header of the request gets into the link: %j', async (headers) => {
  await forgot(emailOf('rita'), headers)
  expect(JSON.stringify(await mails())).not.toContain('evil')
})

test('the link begins with the public URL once staff have set it', async () => {
  await set('public_url', 'https://careers.example.com/')
  await forgot(emailOf('rita'))
  expect((await mails())[0]?.text).toContain('\nhttps://careers.example.com/reset-password#token=')
})

test('the link begins with PUBLIC_URL of the environment, whatever the setting says', async () => {
  const elsewhere = await world({ publicUrl: 'https://jobs.example.org/' })
  const value = { value: 'https://evil.example', category: 'general', is_public: true }
  await elsewhere.db.insert(settings).values({ key: 'public_url', ...value })
  await elsewhere.visitor.send('POST', '/auth/forgot-password', { email: emailOf('rita') })
  const [mail] = await elsewhere.db.select().from(outbox)
  expect(mail?.text).toContain('\nhttps://jobs.example.org/reset-password#token=')
  expect(mail?.html).not.toContain('evil')
  await elsewhere.remove()
})

test.each([undefined, null, '', 'rita', ['rita@example.com'], `${'a'.repeat(250)}@example.com`])(
  '%j is no address',
  async (email) => {
    const response = await forgot(email)
    expect(response.status).toBe(400)
    expect(response.body.details[0].path).toEqual(['email'])
  },
)

test('neither address nor token gets into the log', async () => {
  await forgot(emailOf('rita'))
  await forgot('nobody@example.com')
  const token = tokenIn((await deliver(w.db))[0])
  const answer = { token, newPassword: 'three green bottles' }
  expect((await w.visitor.send('POST', '/auth/reset-password', answer)).status).toBe(204)
  const log = w.logged.join('')
  for (const line of ['password link sent', 'password link refused', 'password reset'])
    expect(log).toContain(line)
  for (const secret of [token, 'example.com', answer.newPassword]) expect(log).not.toContain(secret)
})

test('requests are limited alike for an account that exists and for one that does not', async () => {
  const limited = await world({ rateLimits: true })
  const ask = (email: string, ip: string) =>
    limited.withToken(undefined, { ip }).send('POST', '/auth/forgot-password', { email })
  for (const email of [emailOf('rita'), 'nobody@example.com']) {
    const responses = await Promise.all([1, 2, 3, 4].map(() => ask(email, '192.0.2.9')))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429])
    const refused = responses.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(email, '192.0.2.8')).status).toBe(202)
  }
  const rows = await limited.db
    .select()
    .from(outbox)
    .where(eq(outbox.to_address, emailOf('rita')))
  expect(rows).toHaveLength(4)
  await limited.remove()
})

test('a user locked out by wrong guesses can sign in with the new password at once', async () => {
  const limited = await world({ rateLimits: true })
  const email = emailOf('rita')
  const login = (password: string) =>
    limited.visitor.send('POST', '/auth/login', { email, password })
  for (let n = 0; n < 5; n++) await login('wrong')
  expect((await login('wrong')).status).toBe(429)
  await limited.visitor.send('POST', '/auth/forgot-password', { email })
  const token = tokenIn((await deliver(limited.db))[0])
  const chosen = { token, newPassword: 'three green bottles' }
  await limited.visitor.send('POST', '/auth/reset-password', chosen)
  expect((await login(chosen.newPassword)).status).toBe(200)
  await limited.remove()
})
