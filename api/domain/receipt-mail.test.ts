import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings, outbox as table } from '#db/schema.ts'
import { header, mailServer, unfolded } from '../../scripts/mail-server.ts'
import { openPostOffice } from '../fixtures/post-office.ts'

const office = openPostOffice()

/** A setting, for one test. */
async function set(key: string, value: string) {
  const { db } = office.world()
  const values = { key, value, category: 'contact', is_public: true }
  await db.insert(settings).values(values)
  office.after(() => db.delete(settings).where(eq(settings.key, key)))
}

/** What arrives when someone applies, by its recipient. */
async function arrived(changes = {}) {
  const server = await mailServer()
  office.after(server.close)
  const { body } = await office.apply(changes)
  office.worker(server)
  await office.allBecome({ sent_at: expect.any(String) })
  const to = (address: string) =>
    server.received.find((message) => header(message, 'To')?.includes(address)) ?? ''
  return { body, received: server.received, to }
}

test('the applicant gets a reference, what happens next and a copy of everything sent', async () => {
  const { body, received } = await arrived()
  expect(received).toHaveLength(1)
  const message = unfolded(received[0] ?? '')
  expect(header(message, 'To')).toContain('mira@example.org')
  // Once in the text, once in the HTML.
  for (const part of [
    ...[`#${body.id}`, 'Keeper of the Lock', 'What happens next?', '1-2 business days'],
    ...[body.resume_name, body.phone, 'I bake bread'],
  ])
    expect(message.split(part).length).toBeGreaterThan(2)
})

test('no program answers it', async () => {
  const [message = ''] = (await arrived()).received
  expect(header(message, 'Auto-Submitted')).toBe('auto-generated')
  expect(header(message, 'Reply-To')).toBeUndefined()
  expect(unfolded(message)).not.toContain('Just answer')
})

test('an answer goes to notify_email if it is set', async () => {
  await set('notify_email', 'desk@example.org')
  const message = (await arrived()).to('mira@example.org')
  expect(header(message, 'Reply-To')).toBe('desk@example.org')
  expect(unfolded(message)).toContain('Just answer this message')
})

test('contact_email receives neither notices nor answers', async () => {
  await set('contact_email', 'desk@example.org')
  const { received } = await arrived()
  expect(received).toHaveLength(1)
  expect(header(received[0] ?? '', 'Reply-To')).toBeUndefined()
  expect(unfolded(received[0] ?? '')).not.toContain('Just answer')
})

test('the company is told as well when it has an address for that, without the letter', async () => {
  await set('notify_email', 'desk@example.org')
  await set('public_url', 'https://jobs.example.org/')
  const { body, received, to } = await arrived()
  expect(received).toHaveLength(2)
  const told = unfolded(to('desk@example.org'))
  expect(told).toContain(`https://jobs.example.org/backoffice/applications/${body.id}`)
  expect(told).toContain('Keeper of the Lock')
  expect(told).not.toContain('I bake bread')
  expect(header(told, 'Reply-To')).toBeUndefined()
})

test('a name that is written from right to left turns nothing around in a subject', async () => {
  await set('notify_email', 'desk@example.org')
  await office.apply({ first_name: 'فاطمة', last_name: 'بنعلي' })
  await office.apply({ email: 'dan@example.org' })
  const subjects = (await office.mails()).map(({ subject }) => subject)
  expect(subjects).toContain('New application: Keeper of the Lock, \u2068فاطمة بنعلي\u2069')
  expect(subjects.join().match(/[\u2068\u2069]/g)).toHaveLength(2)
})

test('nothing that an applicant types becomes a header or markup', async () => {
  await office.apply({ first_name: 'Mira <b>', last_name: '"x", evil@example.org' })
  expect(await office.mails()).toMatchObject([{ html: expect.stringContaining('Mira &lt;b&gt;') }])
  await office.world().db.delete(table)
  const { received } = await arrived({ first_name: 'Mira <b>', last_name: '"x", evil@example.org' })
  const message = received[0] ?? ''
  expect(message.match(/^To:.*$/gim)).toHaveLength(1)
  expect(message).not.toContain('Mira <b></')
})
