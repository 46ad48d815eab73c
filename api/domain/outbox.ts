import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { outbox as table } from '#db/schema.ts'
import type { Mailer } from './mail.ts'

const inTheFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Longer than the longest a mail server can keep a worker waiting. */
const lease = 60
const longestPause = 60 * 60
/** As long as mail systems usually try (RFC 5321 §4.5.4.1: four to five days). */
const giveUpAfter = 4 * 24 * 60 * 60 * 1000

/** Seconds until the next try: 1, 2, 4, … minutes, an hour at most. */
const pauseAfter = (attempts: number) => Math.min(60 * 2 ** (attempts - 1), longestPause)

type Mail = typeof table.$inferSelect

/** Takes the next message that is due, so that nobody else does; counts the try. */
async function take(db: Db): Promise<Mail | undefined> {
  const now = new Date().toISOString()
  const due = and(
    isNull(table.sent_at),
    isNull(table.failed_at),
    lte(table.next_try_at, now),
    or(isNull(table.lease_until), lte(table.lease_until, now)),
  )
  const next = db.select({ id: table.id }).from(table).where(due).orderBy(asc(table.id)).limit(1)
  const [mail] = await db
    .update(table)
    .set({ lease_until: inTheFuture(lease), attempts: sql`${table.attempts} + 1` })
    .where(and(inArray(table.id, next), due))
    .returning()
  return mail
}

async function settle(db: Db, { id, attempts, created_at }: Mail, error?: Error) {
  const now = new Date().toISOString()
  const permanent = error && 'permanent' in error && error.permanent
  const tooOld = Date.now() - Date.parse(created_at) > giveUpAfter
  const outcome = !error
    ? { sent_at: now, last_error: null }
    : permanent || tooOld
      ? { failed_at: now, last_error: error.message.slice(0, 500) }
      : { next_try_at: inTheFuture(pauseAfter(attempts)), last_error: error.message.slice(0, 500) }
  await db
    .update(table)
    .set({ ...outcome, lease_until: null, updated_at: now })
    .where(eq(table.id, id))
}

/**
 * Sends what lies in the outbox, one message after the other: at once when `wake` is called, and
 * whenever something is due again. A try whose outcome is unknown is repeated under the same
 * Message-ID. `stop` waits for the message that is on its way.
 */
export function startOutbox({ db, mailer, log }: { db: Db; mailer: Mailer; log: Logger }) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function empty() {
    for (;;) {
      const mail = stopped ? undefined : await take(db)
      if (!mail) return
      const { message_id, subject, text, html } = mail
      const to = { name: mail.to_name, address: mail.to_address }
      const error = await mailer.send({ message_id, to, subject, text, html }).then(
        () => undefined,
        (reason: Error) => reason,
      )
      await settle(db, mail, error)
      if (error) log.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'mail not sent')
      else log.info({ mail: mail.id }, 'mail sent')
    }
  }

  function wake() {
    again = true
    running ??= (async () => {
      while (again && !stopped) {
        again = false
        await empty().catch((err) => log.warn({ err }, 'outbox not read'))
      }
      running = undefined
    })()
    return running
  }

  const timer = setInterval(wake, 15_000)
  timer.unref()
  void wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      mailer.close()
    },
  }
}
