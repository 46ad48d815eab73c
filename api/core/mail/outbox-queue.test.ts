import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { onEveryDatabase } from '#db/fixtures/databases.ts'
import { settings, outbox as table } from '#db/schema.ts'
import { exchange } from './outbox-queue.ts'

onEveryDatabase((db) => {
  beforeEach(() => db().delete(table))

  async function write(...subjects: string[]) {
    for (const subject of subjects)
      await db()
        .insert(table)
        .values({
          subject,
          message_id: `<${subject}@example.org>`,
          to_address: 'a@b.c',
          text: 'T',
          html: 'H',
          // Due before now: a mail that goes to the end of the queue at this moment comes after it.
          next_try_at: new Date(Date.now() - 1000).toISOString(),
        })
  }
  const take = async () => (await exchange(db(), undefined, { more: true }))!
  const rows = () => db().select().from(table).orderBy(table.id)

  test('concurrent workers each get a different message, the oldest first', async () => {
    await write('first', 'second', 'third')
    const taken = await Promise.all([take(), take(), take(), take()])
    expect(taken.map((mail) => mail?.subject).sort()).toEqual([
      'first',
      'second',
      'third',
      undefined,
    ])
    await db()
      .update(table)
      .set({ lease_until: new Date(0).toISOString() })
    expect((await take()).subject).toBe('first')
  })

  test.each([
    ['ahead of', 1],
    ['behind', -1],
  ])(
    'a process whose clock is %s the database’s neither takes held or leased mail nor leaves any',
    async (_, way) => {
      await write('leased', 'held', 'due')
      const held_until = new Date(Date.now() + 3_600_000).toISOString()
      await db().update(table).set({ held_until }).where(eq(table.subject, 'held'))
      const expires_at = held_until
      await db().update(table).set({ expires_at }).where(eq(table.subject, 'due'))
      expect((await take()).subject).toBe('leased')
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + way * 2 * 3_600_000 })
      try {
        const mail = await take()
        expect(mail).toMatchObject({ subject: 'due', is_too_late: false })
        expect(
          await exchange(db(), { mail, end: 'later', reason: 'Busy' }, { more: true }),
        ).toBeUndefined()
      } finally {
        vi.useRealTimers()
      }
      const [tried] = await db().select().from(table).where(eq(table.subject, 'due'))
      const next = Date.parse(tried!.next_try_at) - Date.now()
      expect(next).toBeLessThan(70_000)
      expect(next).toBeGreaterThan(-3_600_000)
    },
  )

  test('alerts leave after all other mail', async () => {
    await write('alert', 'reminder', 'decision', 'receipt')
    const kinds = { alert: 'alert', reminder: 'still_reading', decision: 'answer' } as const
    for (const [subject, kind] of Object.entries(kinds))
      await db().update(table).set({ kind }).where(eq(table.subject, subject))
    const order: (string | undefined)[] = []
    while (order.length < 5) order.push((await take())?.subject)
    expect(order).toEqual(['receipt', 'decision', 'alert', undefined, undefined])
  })

  test('a lease from before the database’s clock was set back ends', async () => {
    await write('first')
    await db().update(table).set({ lease_until: '2099-01-01T00:00:00.000Z' })
    expect((await take()).subject).toBe('first')
  })

  test('the outcome of an attempt is stored when the next message is leased', async () => {
    await write('first', 'second')
    const mail = await take()
    const next = await exchange(db(), { mail, end: 'sent' }, { more: true })
    expect(next?.subject).toBe('second')
    expect(await rows()).toMatchObject([
      { attempts: 1, sent_at: expect.any(String), lease_until: null, text: '', html: '' },
      { attempts: 0, sent_at: null, lease_until: expect.any(String), text: 'T', html: 'H' },
    ])
  })

  test('an untried message goes to the end of the queue', async () => {
    await write('first', 'second')
    const mail = await take()
    expect(await exchange(db(), { mail, end: 'untried' }, { more: false })).toBeUndefined()
    expect((await take()).subject).toBe('second')
    expect((await take()).subject).toBe('first')
    expect(await rows()).toMatchObject([{ attempts: 0, last_error: null }, {}])
  })

  test('a sent message stays sent, whatever another worker reports', async () => {
    await write('first')
    const mail = await take()
    await exchange(db(), { mail, end: 'sent' }, { more: false })
    for (const end of ['never', 'later', 'expired'] as const)
      await exchange(db(), { mail, end, reason: 'Too late' }, { more: false })
    expect(await rows()).toMatchObject([
      { sent_at: expect.any(String), failed_at: null, last_error: null, attempts: 1 },
    ])
  })

  test('a message deleted while being sent is no error', async () => {
    await write('first', 'second')
    const mail = await take()
    await db().delete(table).where(eq(table.id, mail.id))
    expect((await exchange(db(), { mail, end: 'sent' }, { more: true }))?.subject).toBe('second')
  })

  test('with a message comes the contact address as it is now', async () => {
    await write('first', 'second')
    expect((await take()).notify_email).toBeNull()
    const values = { key: 'notify_email', value: 'desk@example.org', category: 'contact' }
    await db().insert(settings).values(values)
    expect((await take()).notify_email).toBe('desk@example.org')
  })
})
