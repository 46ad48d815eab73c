import { and, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Logger } from 'pino'
import { erasedApplicant } from '#api/core/audit/about-applications.ts'
import { type Erased, type ErasureCause, erasedNow } from '#api/core/files/erased.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { removeMarked, removing } from '#api/core/forms/staged-files.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import { endAlerts } from '#api/website/alerts/end.ts'
import type { Db } from '#db/client.ts'
import { applicationActions } from '#db/enums.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import {
  answerFiles,
  auditEvents,
  documentRequests,
  jobAlerts,
  outbox as mails,
  stagedFiles,
  applications as table,
} from '#db/schema.ts'

export type RemovalTools = {
  db: Db
  store: FileStore
  outbox?: Pick<Outbox, 'removeFiles'> | undefined
  log: Logger
}

type Removal = {
  /** For the list of erased applications; null: they are in it already. */
  cause: ErasureCause | null
  /** Whether alerts of people who have no other application stay. */
  keepsAlerts?: boolean
  /** Statements of the same batch. */
  before?: BatchItem<'sqlite'>[]
  after?: BatchItem<'sqlite'>[]
}

/**
 * Deletes the applications with all that belongs to them, except those on legal hold, and returns
 * their ids; unless by a rule, also alerts of people who have no other application. Their files
 * become staged files that are being removed, and their events stay in the audit trail without the
 * names. The list of erased applications has them first: from then on no restored backup brings them
 * back.
 */
export async function remove(
  { db, store, outbox, log }: RemovalTools,
  condition: SQL,
  { cause, keepsAlerts = false, before = [], after = [] }: Removal,
) {
  const which = and(condition, isNull(table.legal_hold))
  const ids = db.select({ id: table.id }).from(table).where(which)
  const found = cause ? await db.select({ id: table.public_id }).from(table).where(which) : []
  const listed = found.flatMap((row) => row.id ?? [])
  const entries = cause ? erasedNow(listed, cause) : []
  // First: a crash in between leaves an application that can be erased again.
  if (!keepsAlerts && (cause === 'candidate' || cause === 'staff'))
    await endAlerts({ db, store, outbox, log }, isLastOfMailbox(ids), cause)
  await store.addErased(entries)
  const mail = db
    .select({ message_id: mails.message_id })
    .from(mails)
    .where(inArray(mails.application_id, ids))
  // Before the rows that name them, since a crash may come between; listed is as good as deleted.
  await removeMail(await mail)
  const marked = sql`insert into ${stagedFiles} (id, job_id, key, type, name, size, sha256, expires_at)
    select lower(hex(randomblob(32))), ${table.job_id}`
  const statements = [
    mail,
    // The trail is append-only, but for this.
    db
      .update(auditEvents)
      .set({
        target_name: erasedApplicant,
        ip: sql`iif(${auditEvents.actor_id} is null, '', ${auditEvents.ip})`,
      })
      .where(
        or(
          and(inArray(auditEvents.target_id, ids), inArray(auditEvents.action, applicationActions)),
          // Its target is the mail, whose subject names the applicant.
          sql`${auditEvents.action} = 'mail.retried'
            and cast(${auditEvents.detail} ->> 'application_id' as integer) in ${ids}`,
        ),
      ),
    db.run(sql`${marked}, resume_key, resume_type, '', coalesce(resume_size, 0), resume_sha256, ${removing}
      from ${table} where ${which} and resume_key is not null`),
    db.run(sql`${marked}, ${answerFiles.key}, ${answerFiles.type}, '', ${answerFiles.size}, ${answerFiles.sha256}, ${removing}
      from ${answerFiles} join ${table} on ${table.id} = ${answerFiles.application_id} where ${which}`),
    // Whatever its type is: nobody reads that of a file that is being removed.
    db.run(sql`${marked}, ${documentRequests.key}, 'pdf', '', ${documentRequests.size}, ${documentRequests.sha256}, ${removing}
      from ${documentRequests} join ${table} on ${table.id} = ${documentRequests.application_id}
      where ${which} and ${documentRequests.key} is not null`),
    // Copies from an earlier try of the same person, such as after a reload.
    db
      .update(stagedFiles)
      .set({ expires_at: removing })
      .where(
        or(
          inArray(
            stagedFiles.sha256,
            db
              .select({ sum: sql<string>`${table.resume_sha256}` })
              .from(table)
              .where(which),
          ),
          inArray(
            stagedFiles.sha256,
            db
              .select({ sum: answerFiles.sha256 })
              .from(answerFiles)
              .where(inArray(answerFiles.application_id, ids)),
          ),
        ),
      ),
    db.delete(table).where(which).returning({ id: table.id }),
  ] as const
  const run = async () => {
    const results: unknown[] = await db.batch([...before, ...statements, ...after] as never)
    const [late, ...rest] = results.slice(before.length, before.length + statements.length)
    return { late: late as Awaited<typeof mail>, rows: rest.at(-1) as { id: number }[] }
  }
  const { late, rows } = await run().catch(async (error: unknown) => {
    if (!isOutcomeUnknown(error)) await unlist({ db, store }, entries)
    throw error
  })
  if (rows.length < entries.length)
    await unlist({ db, store }, entries, isNotNull(table.legal_hold))
  // The applications are gone either way: the next start removes what stays.
  await removeMarked({ db, store }).catch((error) => log.error({ err: error }, 'files stay'))
  await removeMail(late)
  return rows

  async function removeMail(of: { message_id: string }[]) {
    await outbox
      ?.removeFiles(of.map(({ message_id }) => message_id))
      .catch((error) => log.error({ err: error }, 'mail file stays'))
  }
}

/** SQL: the alert is of somebody who has no other application than these. */
const isLastOfMailbox = (ids: SQLWrapper) =>
  sql`${jobAlerts.mailbox} in (select mailbox from ${table} mine where mine.id in ${ids})
    and not exists (select 1 from ${table} other
      where other.mailbox = ${jobAlerts.mailbox} and other.id not in ${ids})`

/** Takes those of the applications off the list that were not deleted after all. */
async function unlist(
  { db, store }: Pick<RemovalTools, 'db' | 'store'>,
  entries: Erased[],
  condition?: SQL,
) {
  const ids = entries.map(({ id }) => id)
  const stay = await db
    .select({ id: table.public_id })
    .from(table)
    .where(and(inArray(table.public_id, ids), condition))
  await store.removeErased(entries.filter((entry) => stay.some(({ id }) => id === entry.id)))
}
