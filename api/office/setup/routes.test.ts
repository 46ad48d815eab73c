import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { appearances, auditEvents, pages, settings, users } from '#db/schema.ts'
import { emailOf, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

type Item = { item: string; done: boolean; skipped: boolean }

/** The steps that are done. */
async function done() {
  const { body } = await (await w.as('sam')).get('/setup')
  return (body as Item[]).filter((each) => each.done).map(({ item }) => item)
}

test('each step is done once the data says so', async () => {
  await w.db.insert(settings).values(builtInRows)
  await w.db.update(users).set({ is_active: false })
  await w.db
    .update(users)
    .set({ is_active: true })
    .where(eq(users.email, emailOf('sam')))
  expect(await done()).toEqual([])

  const set = (key: string, value: string) =>
    w.db.update(settings).set({ value }).where(eq(settings.key, key))
  await set('site_name', 'Harbor Bakery')
  expect(await done()).toEqual([])
  await set('public_url', 'https://jobs.example.org')
  expect(await done()).toEqual(['name'])

  await w.db.insert(appearances).values({ fields: defaultAppearance })
  expect(await done()).not.toContain('look')
  await w.db.update(appearances).set({ published_at: '2026-01-01T00:00:00.000Z' })
  expect(await done()).toContain('look')

  const sent = (is: boolean) =>
    w.db.insert(auditEvents).values({ action: 'mail.tested', detail: { sent: is } })
  await sent(false)
  expect(await done()).not.toContain('mail')
  await sent(true)
  expect(await done()).toContain('mail')

  await set('notify_email', 'office@example.org')
  expect(await done()).toContain('notices')
  await set('notify_email', '')
  expect(await done()).not.toContain('notices')
  await w.db.update(users).set({ notify_applications: true })
  expect(await done()).toContain('notices')

  await w.newJob()
  expect(await done()).not.toContain('job')
  const place = { locality: 'Port Ellery', region: null, postal_code: null, street: null }
  await w.newJob({ places: [{ ...place, country: 'IE' }] })
  expect(await done()).toContain('job')

  const privacy = { title: 'Privacy', slug: 'privacy', content: '<p>We keep it safe.</p>' }
  await w.db.insert(pages).values(privacy)
  expect(await done()).not.toContain('privacy')
  await w.db.update(pages).set({ is_published: true })
  expect(await done()).toContain('privacy')

  expect(await done()).not.toContain('colleague')
  await w.db.update(users).set({ is_active: true })
  expect(await done()).toEqual(['name', 'look', 'mail', 'notices', 'job', 'privacy', 'colleague'])
})

test('a step can be skipped, and taken back', async () => {
  const sam = await w.as('sam')
  const skip = (skipped: boolean, item = 'colleague') =>
    sam.send('PUT', '/setup', { item, skipped })
  const skipped = (body: Item[]) => body.filter((each) => each.skipped).map(({ item }) => item)
  await skip(true)
  expect(skipped((await skip(true)).body)).toEqual(['colleague'])
  expect(skipped((await sam.get('/setup')).body)).toEqual(['colleague'])
  expect(skipped((await skip(false)).body)).toEqual([])
  const refused = await skip(true, 'coffee')
  expect(refused.status).toBe(400)
  expect(refused.body.details).toMatchObject([{ path: ['item'] }])
})

test('a test email is remembered with whether it was sent', async () => {
  const { body } = await (await w.as('sam')).send('POST', '/outbox/test')
  const events = await w.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  expect(events).toMatchObject([{ action: 'mail.tested', detail: { sent: body.sent } }])
})
