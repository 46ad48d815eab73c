import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createSessions } from '#api/accounts/auth/sessions/sessions.ts'
import { onEveryDatabase } from '#db/fixtures/databases.ts'
import { outbox, passwordLinks, users } from '#db/schema.ts'
import { deliver, tokenIn } from '#scripts/testing/fixtures/deliver.ts'
import { sendLink } from '../letters/password-mail.ts'
import {
  linkWith,
  newToken,
  ownerOf,
  tokenPlaceholder,
  useLink,
  voidLinks,
} from './password-links.ts'

const mira = { email: 'mira@example.org', first_name: 'Mira', last_name: 'O' }
const mail = (n: number) => ({
  message_id: `<${n}@x>`,
  to_name: 'Mira O',
  to_address: mira.email,
  subject: 's',
  text: `t\n${linkWith(tokenPlaceholder, 'http://x')}\n`,
  html: 'h',
})

onEveryDatabase((database) => {
  let id: number
  let n = 0
  beforeEach(async () => {
    await database().delete(users)
    await database().delete(outbox)
    const [row] = await database().insert(users).values(mira).returning({ id: users.id })
    id = row!.id
  })

  async function send(condition?: ReturnType<typeof eq>) {
    const db = database()
    await db.batch([...sendLink(db, { kind: 'reset', mail: mail(n++) }, condition)])
    return tokenIn((await deliver(db))[0])
  }
  const use = (token: string, password_hash: string) =>
    useLink(database(), createSessions(database()), { token, userId: id, password_hash })
  const count = async () => [
    await database().$count(passwordLinks),
    await database().$count(outbox),
  ]

  test('link and mail are written together, or neither', async () => {
    const token = await send()
    expect(await ownerOf(database(), token)).toMatchObject({ id })
    await send(eq(users.first_name, 'Nobody'))
    expect(await count()).toEqual([1, 1])
    await database().update(users).set({ is_active: false })
    await send()
    expect(await count()).toEqual([1, 1])
    expect(await ownerOf(database(), token)).toBeUndefined()
  })

  test('a new link replaces the previous one and deletes expired ones', async () => {
    const first = await send()
    const second = await send()
    expect(await ownerOf(database(), first)).toBeUndefined()
    expect(await ownerOf(database(), second)).toMatchObject({ id })
    await database()
      .update(passwordLinks)
      .set({ expires_at: new Date(0).toISOString() })
    expect(await ownerOf(database(), second)).toBeUndefined()
    await send(eq(users.first_name, 'Nobody'))
    expect(await count()).toEqual([0, 2])
  })

  test('one of many concurrent uses succeeds, and ends all sessions', async () => {
    const session = await createSessions(database()).start(id)
    const token = await send()
    const won = await Promise.all(['a', 'b', 'c', 'd'].map((hash) => use(token, hash)))
    expect(won.filter(Boolean)).toHaveLength(1)
    const [user] = await database().select().from(users)
    expect(user?.password_hash).toBe(['a', 'b', 'c', 'd'][won.indexOf(true)])
    expect(await createSessions(database()).find(session)).toBeNull()
    expect(await use(token, 'late')).toBe(false)
  })

  test('a link works only for its own user', async () => {
    const [joe] = await database()
      .insert(users)
      .values({ ...mira, email: 'joe@example.org' })
      .returning()
    const token = await send()
    const stranger = { token, userId: joe!.id, password_hash: 'x' }
    expect(await useLink(database(), createSessions(database()), stranger)).toBe(false)
    await database().batch([voidLinks(database(), joe!.id)])
    expect(await use(token, 'x')).toBe(true)
    expect(await database().$count(users, eq(users.password_hash, 'x'))).toBe(1)
  })
})

test('a token is only in the fragment of its link', () => {
  const { token, hash } = newToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const base = 'https://careers.example.com'
  expect(linkWith(token, base)).toBe(`${base}/reset-password#token=${token}`)
  expect(newToken().token).not.toBe(token)
})
