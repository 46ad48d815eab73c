import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { createSecrets } from '../../../api/core/environment/secrets.ts'
import { openStore } from '../../../api/core/files/open-store.ts'
import { decisionEmail } from '../../../api/core/letters/decision-email.ts'
import { startOutbox } from '../../../api/core/mail/outbox.ts'
import { startBulk } from '../../../api/hiring/bulk/worker.ts'
import { openCurrentMailer } from '../../../api/office/email-settings/current-mailer.ts'
import { openDb } from '../../../db/client.ts'
import type { BulkParams } from '../../../db/enums.ts'
import { applications, bulk, bulkItems, outbox, users } from '../../../db/schema.ts'
import { fill } from '../fill.ts'
import { startChild } from '../kit/child.ts'
import { printTable } from '../kit/table.ts'

const count = 1000
const from = 'careers@example.com'
const body = `<p>Dear {first_name},</p><p>thank you for your interest in {job_title} at {site_name}. ${'We have read it with pleasure, and will be in touch soon. '.repeat(8)}</p><ul><li>One</li><li>Two</li></ul><p>Kind regards,<br>{sender_name}</p>`
const text = { subject: 'Your application as {job_title}', body }

/** Ms of CPU of this process for each mail. */
async function cpuPerMail(work: () => unknown) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

const site = {
  site_name: 'Foyer',
  site_language: 'en' as const,
  site_languages: '',
}
const sender = { id: 1, name: 'Bench Admin', email: 'admin@example.com' }
const candidate = (id: number) => ({
  id,
  reference: 'C23456',
  first_name: 'Anna',
  last_name: `Wałęsa-${id}`,
  email: `applicant${id}@example.org`,
  job_title: 'Welder, river',
  language: null,
})

/** What an email to a candidate costs from the bulk action until it has left. */
export async function mail() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  const file = join(folder, 'careers.db')
  await fill(file, count, 50)
  const db = await openDb(pathToFileURL(file).href)
  await db.update(applications).set({ status: 'pending' })
  const log = pino({ enabled: false })
  const store = await openStore(pathToFileURL(folder).href)
  const sink = await startChild('mail-sink.ts')
  const mailer = await openCurrentMailer({
    db,
    env: { SMTP_URL: sink.url, MAIL_FROM: from },
    publicUrl: 'https://careers.example.com',
    secrets: createSecrets({}),
    store,
    log,
    folder: join(folder, 'outbox'),
  })
  const tools = { db, store, log, mailFrom: from, publicUrl: undefined, ownAddress: () => '' }
  const [person] = await db
    .insert(users)
    .values({ ...sender, id: undefined, first_name: 'Bench', last_name: 'Admin', role: 'admin' })
    .returning({ id: users.id })
  async function queue(action: 'email' | 'status', params: BulkParams) {
    const [begun] = await db
      .insert(bulk)
      .values({ user_id: person?.id ?? 0, user_name: sender.name, action, params, total: count })
      .returning({ id: bulk.id })
    await db.run(sql`insert into ${bulkItems} (bulk_id, application_id, status_before)
      select ${begun?.id}, id, status from ${applications}`)
    const worker = startBulk({ ...tools, times: { share: 0 } })
    worker.wake()
    while ((await db.$count(bulk, isNull(bulk.finished_at))) > 0) await pause(100)
    await worker.stop()
    const queued = await db.$count(outbox, isNull(outbox.sent_at))
    if (queued !== count) throw new Error(`${queued} emails were queued`)
  }
  async function send() {
    const worker = startOutbox({ db, mailer, log })
    while ((await db.$count(outbox, isNull(outbox.sent_at))) > 0) await pause(100)
    await worker.stop()
  }
  const frame = { sender, reply_to: 'me' as const, site, base: 'https://careers.example.com', from }
  try {
    const composed = () => {
      for (let id = 1; id <= count; id++) decisionEmail(candidate(id), text, frame)
    }
    composed()
    const letters = Array.from({ length: count }, (_, id) =>
      decisionEmail(candidate(id), text, frame),
    )
    const alone = async () => {
      for (const { message_id, to_address, subject, text, html } of letters)
        await mailer.send({ message_id, to: to_address, subject, text, html })
      mailer.rest()
    }
    const [letter, sent] = [await cpuPerMail(composed), await cpuPerMail(alone)]
    const rows: [string, ...number[]][] = []
    for (const [name, action, params] of [
      ['an email', 'email', { ...text, reply_to: 'me' }],
      ['a decision', 'status', { status: 'shortlisted', tell: 'later' }],
    ] as const) {
      const queued = await cpuPerMail(() => queue(action, params))
      // Held, so that Undo comes in time.
      await db.update(outbox).set({ held_until: null, next_try_at: '2020-01-01' })
      const left = await cpuPerMail(send)
      rows.push([name, letter, queued, sent, left, queued + left])
    }
    printTable(
      [
        `ms of CPU for each of ${count}`,
        'composed',
        'and queued',
        'sent alone',
        'from the queue',
        'whole',
      ],
      rows.map(([name, ...times]) => [name, ...times.map((ms) => ms.toFixed(2))]),
    )
    console.log('Aim: 6 ms.')
  } finally {
    mailer.close()
    await sink.stop()
    db.$client.close()
    await rm(folder, { recursive: true })
  }
}
