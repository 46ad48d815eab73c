import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { outbox, users } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { queueMail, queueToUsers, toUser } from './queue.ts'

const { db, remove } = await temporaryDb()
afterAll(remove)

const content = { subject: 'Hello', text: 'Hi.', html: '<p>Hi.</p>' }

test('a mail is queued once, with the defaults of the columns that it leaves out', async () => {
  const mail = { ...content, message_id: '<a@foyer.test>', to_address: 'mira@example.org' }
  const [queued] = await queueMail(db, {
    ...mail,
    kind: undefined,
    links: [2, 1],
    expires_at: null,
  })
  expect(queued).toMatchObject({ message_id: mail.message_id, to_address: mail.to_address })
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.id, queued?.id ?? 0))
  expect(row).toMatchObject({ ...mail, kind: 'notice', links: [2, 1], expires_at: null })
  expect(await queueMail(db, mail)).toEqual([])
})

test('nothing is queued unless the condition holds in the statement', async () => {
  const mail = { ...content, message_id: '<b@foyer.test>', to_address: 'mira@example.org' }
  expect(await queueMail(db, mail, sql`changes() > 5`)).toEqual([])
})

test('a mail goes to each active user whom the query finds', async () => {
  await db.insert(users).values([
    { email: 'ann@example.org', first_name: 'Ann', last_name: 'A' },
    { email: 'ben@example.org', first_name: 'Ben', last_name: 'B' },
    { email: 'old@example.org', first_name: 'Old', last_name: 'O', is_active: false },
  ])
  const mail = { ...content, message_id: sql`'<' || ${toUser.to_address} || '>'` }
  const queued = await queueToUsers(db, mail, sql`${users.first_name} <> 'Ben'`)
  expect(queued.map(({ to_address }) => to_address)).toEqual(['ann@example.org'])
  const [row] = await db.select().from(outbox).where(eq(outbox.message_id, '<ann@example.org>'))
  expect(row?.to_name).toBe('Ann A')
})

test('no other code of api or scripts inserts into the outbox', () => {
  const root = path.join(import.meta.dirname, '../../..')
  const inserting = ['api', 'scripts'].flatMap((layer) =>
    readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
      .map((name) => `${layer}/${name}`)
      .filter((name) => /(?<!\.(test|http|e2e)|examples)\.ts$/.test(name))
      .filter((name) => {
        const text = readFileSync(path.join(root, name), 'utf8')
        const [, alias = 'outbox'] = /\boutbox as (\w+)/.exec(text) ?? []
        return new RegExp(
          `insert into (outbox\\b|\\$\\{${alias}\\})|insert\\(${alias}\\)`,
          'i',
        ).test(text)
      }),
  )
  expect(inserting).toEqual(['api/core/mail/queue.ts'])
})
