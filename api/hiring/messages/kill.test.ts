import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { messages, outbox, settings, users } from '#db/schema.ts'
import { killedAfter } from '#scripts/testing/killed-writers.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

const people = 20
const each = 8

/** Messages from both sides about each application, interleaved. */
async function plan() {
  const rita = await w.as('rita')
  const job = await w.newJob()
  await w.db.update(users).set({ notify_messages: true }).where(sql`email = 'ada@example.com'`)
  await w.db
    .insert(settings)
    .values({ key: 'message_mail_text', value: 'true', category: 'candidates' })
  const tokens: { id: number; token: string }[] = []
  for (let at = 0; at < people; at++) {
    const id = await w.newApplication(job, { email: `mira${at}@example.org` })
    const token = String(at).padStart(43, 'x')
    await insertLink(w.db, hashToken(token), id)
    tokens.push({ id, token })
  }
  return Array.from({ length: each }, (_, n) =>
    tokens.flatMap(({ id, token }) => [
      {
        path: `/applications/${id}/messages`,
        key: `staff-${id}-${n}`,
        json: { text: `Staff ${id} ${n}` },
        token: rita.token ?? '',
      },
      {
        path: `/candidate/${token}/messages`,
        key: `own-${id}-${n}`,
        json: { text: `Own ${id} ${n}` },
      },
    ]),
  ).flat()
}

const stored = async () =>
  new Map(
    (
      await w.db.all<{ text: string; count: number }>(
        sql`select text, count(*) as count from ${messages} group by text`,
      )
    ).map(({ text, count }) => [text, count]),
  )
/** Emails to the candidates: each carries the text of its message. */
const mailed = async (text: string) =>
  w.db.$count(outbox, sql`kind = 'message' and instr(text, ${`\n${text}\n`}) > 0`)

test('kill -9 amid messages: none is lost, and with a resend none is there or mailed twice', async () => {
  const requests = await plan()
  const answered = await killedAfter(w.url, requests.length / 4, requests)
  expect(answered.length).toBeGreaterThanOrEqual(requests.length / 4)
  expect(answered.length).toBeLessThan(requests.length)
  const before = await stored()
  const textOf = new Map(requests.map(({ key, json }) => [key, json.text]))
  for (const [status, key] of answered)
    expect([key, status, before.get(textOf.get(key) ?? '')]).toEqual([key, '201', 1])
  // What was under way is there with its mail, or not at all.
  for (const {
    json: { text },
  } of requests)
    if (text.startsWith('Staff'))
      expect([text, await mailed(text)]).toEqual([text, before.get(text) ?? 0])

  for (const { path, key, json, token } of requests) {
    const response = await w.withToken(token).raw(path, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    })
    expect([key, response.status]).toEqual([key, 201])
  }
  const after = await stored()
  expect(after.size).toBe(requests.length)
  for (const {
    json: { text },
  } of requests) {
    expect([text, after.get(text)]).toEqual([text, 1])
    if (text.startsWith('Staff')) expect([text, await mailed(text)]).toEqual([text, 1])
  }
  // One notice of each conversation, until it is opened.
  expect(await w.db.$count(outbox, sql`mailbox = 'staff:ada@example.com'`)).toBe(people)
})
