import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox, passwordLinks } from '#db/schema.ts'
import { takeBackup } from '#scripts/backup/take.ts'
import { mailResetLink } from '#scripts/testing/fixtures/deliver.ts'
import { setUpOutbox } from '#scripts/testing/fixtures/outbox.ts'
import { header, mailServer, refusal, unfolded } from '#scripts/testing/mail-server.ts'
import { emailOf } from '#scripts/testing/world.ts'

const harness = setUpOutbox()

const tokenOf = (message = '') =>
  /#token=(?:3D)?([\w-]{43})/.exec(unfolded(message).replaceAll('=3D', '='))?.[1] ?? ''

/** All bytes of the database and of a backup, with the write-ahead log and free pages. */
async function bytes() {
  const { url, store } = harness.world()
  const folder = dirname(fileURLToPath(url))
  const backup = join(folder, `backup-${Date.now()}`)
  await takeBackup({ url, store, folder: backup })
  const names = (await readdir(folder)).filter((name) => name.startsWith('foyer.db'))
  expect(names).toContain('foyer.db-wal')
  const files = [...names.map((name) => join(folder, name)), join(backup, 'careers.db')]
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** Whether the token is there, as text or bytes. Finding the address shows that searching works. */
async function holds(token: string, address: string) {
  const all = await bytes()
  expect(all.includes(address)).toBe(true)
  return all.includes(token) || all.includes(Buffer.from(token, 'base64url'))
}

const reset = (token: string) =>
  harness
    .world()
    .visitor.send('POST', '/auth/reset-password', { token, newPassword: 'three green bottles' })

test.each([
  ['an invitation', 'nina@example.org'],
  ['a reset that staff send', emailOf('rita')],
  ['a forgotten password', emailOf('sam')],
])(
  'the token of %s is in no byte of the database, before and after it is sent',
  async (_, email) => {
    const { world, worker, after } = harness
    const ada = await world().as('ada')
    if (email === 'nina@example.org') {
      const nina = { first_name: 'Nina', last_name: 'New', email, role: 'user', invite: true }
      expect((await ada.send('POST', '/users', nina)).status).toBe(201)
    } else if (email === emailOf('rita')) {
      const { body } = await ada.get('/users')
      const { id } = body.find((user: { email: string }) => user.email === email)
      expect((await ada.send('POST', `/users/${id}/invite`)).status).toBe(202)
    } else await world().visitor.send('POST', '/auth/forgot-password', { email })
    const before = await bytes()
    const server = await mailServer()
    after(server.close)
    worker(server)
    await harness.allBecome({ sent_at: expect.any(String) })
    const token = tokenOf(server.received[0])
    expect(token).toHaveLength(43)
    expect(before.includes(token)).toBe(false)
    expect(await holds(token, email)).toBe(false)
    expect((await reset(token)).status).toBe(204)
  },
)

test('each attempt of a mail has a new link under its own Message-ID, and only the last works', async () => {
  const { world, worker, after } = harness
  const received: string[] = []
  const server = await mailServer({
    async onData(stream, _session, done) {
      let message = ''
      for await (const chunk of stream) message += chunk
      received.push(message)
      done(received.length < 2 ? refusal(451, 'Later') : null)
    },
  })
  after(server.close)
  await mailResetLink(world().db, emailOf('rita'))
  worker(server)
  await harness.allBecome({ attempts: 1, lease_until: null })
  await harness.makeDue()
  await harness.allBecome({ attempts: 2, sent_at: expect.any(String) })
  const [first = '', second = ''] = received.map(tokenOf)
  expect(first).not.toBe(second)
  const ids = received.map((message) => header(message, 'Message-ID'))
  expect(new Set(ids).size).toBe(2)
  for (const token of [first, second]) expect(await holds(token, emailOf('rita'))).toBe(false)
  expect((await reset(first)).status).toBe(400)
  expect((await reset(second)).status).toBe(204)
})

test('a mail whose link is void before it is sent is not sent, and says why', async () => {
  const { world, worker, after } = harness
  const server = await mailServer()
  after(server.close)
  const email = emailOf('rita')
  await mailResetLink(world().db, email)
  const ada = await world().as('ada')
  const { body } = await ada.get('/users')
  const { id } = body.find((user: { email: string }) => user.email === email)
  await ada.send('PUT', `/users/${id}`, { email: 'new@example.com' })
  // The notice about the new address is sent.
  await world().db.delete(outbox).where(eq(outbox.kind, 'notice'))
  worker(server)
  await harness.allBecome({
    sent_at: null,
    failed_at: expect.any(String),
    text: '',
    html: '',
    last_error: 'Not sent: its link was replaced or is no longer valid',
  })
  expect(server.received).toEqual([])
  expect(await world().db.select().from(passwordLinks)).toEqual([])
})

test('what is stored for a waiting mail is no valid token', async () => {
  const { world } = harness
  await mailResetLink(world().db, emailOf('rita'))
  const [mail] = await harness.mails()
  const [link] = await world()
    .db.select()
    .from(passwordLinks)
    .where(eq(passwordLinks.mail_id, mail!.id))
  const [, mark = ''] = /#token=(\S+)/.exec(mail!.text) ?? []
  for (const token of [link!.id, mark, '\u0001']) expect((await reset(token)).status).toBe(400)
})
