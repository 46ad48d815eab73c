import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '../client.ts'
import { olderDatabase } from '../fixtures/older-database.ts'

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-mail-migration-'))
  const url = pathToFileURL(path.join(folder, 'foyer.db')).href
  await fillOldDatabase(url)
  db = await openDb(url)
})
afterAll(async () => {
  db.$client.close()
  await rm(folder, { recursive: true })
})

const tokens = { waiting: 'W'.repeat(43), sent: 'S'.repeat(43), failed: 'F'.repeat(43) }
const hash = (letter: string) => letter.repeat(64)

async function fillOldDatabase(url: string) {
  // Before mails had kinds.
  const { $client: client } = await olderDatabase(url, { before: 10 })
  const links = (token: string) =>
    `'Choose: http://x/reset-password#token=${token} now', '<a href="http://x/reset-password#token=${token}">http://x/reset-password#token=${token}</a>'`
  const soon = new Date(Date.now() + 10 * 60_000).toISOString()
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const mail = (id: number, to: string, rest: string, expires: string, end: string) =>
    `INSERT INTO outbox (id, message_id, to_address, subject, text, html, expires_at, sent_at, failed_at)
     VALUES (${id}, '<${id}@x>', '${to}', 'S', ${rest}, ${expires}, ${end})`
  await client.batch([
    `INSERT INTO users (id, email, first_name, last_name) VALUES (1, 'a@x.org', 'A', 'A'), (2, 'b@x.org', 'B', 'B'), (3, 'c@x.org', 'C', 'C')`,
    `INSERT INTO password_links (id, user_id, expires_at) VALUES ('${hash('a')}', 1, '${later}'), ('${hash('b')}', 2, '${soon}'), ('${hash('c')}', 3, '${soon}')`,
    mail(1, 'a@x.org', links(tokens.waiting), `'${later}'`, 'NULL, NULL'),
    mail(2, 'b@x.org', links(tokens.sent), `'${soon}'`, `'${soon}', NULL`),
    mail(3, 'c@x.org', links(tokens.failed), `'${soon}'`, `NULL, '${soon}'`),
    `INSERT INTO jobs (id, title, description) VALUES (1, 'Baker', '')`,
    `INSERT INTO applications (id, job_id, first_name, last_name, email) VALUES (1, 1, 'M', 'M', 'm@x.org')`,
    `INSERT INTO outbox (id, application_id, message_id, to_address, subject, text, html) VALUES
     (4, 1, '<4@x>', 'm@x.org', 'S', 'Thanks', ''), (5, 1, '<5@x>', 'desk@x.org', 'S', 'New', '')`,
  ])
  client.close()
}

const rows = async (sql: string) => (await db.$client.execute(sql)).rows

test('after an upgrade no mail contains a token and old tokens do not work', async () => {
  const text = JSON.stringify(await rows('SELECT text, html FROM outbox'))
  for (const token of Object.values(tokens)) expect(text).not.toContain(token)
  const ids = (await rows('SELECT id FROM password_links')).map(({ id }) => id)
  for (const letter of 'abc') expect(ids).not.toContain(hash(letter))
})

test('after an upgrade the link of an unsent mail has no token yet', async () => {
  expect(await rows('SELECT user_id, mail_id FROM password_links')).toMatchObject([
    { user_id: 1, mail_id: 1 },
  ])
  const [mail] = await rows('SELECT text, html FROM outbox WHERE id = 1')
  expect(mail).toMatchObject({
    text: 'Choose: http://x/reset-password#token=\u0001 now',
    html: '<a href="http://x/reset-password#token=\u0001">http://x/reset-password#token=\u0001</a>',
  })
})

test('after an upgrade each mail has its kind', async () => {
  const kinds = await rows('SELECT kind FROM outbox ORDER BY id')
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'invitation', 'reset', 'reset', 'receipt', 'notice',
  ])
})
