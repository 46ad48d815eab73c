import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { orNotFound } from '#api/core/http/rows.ts'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import { reviews } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import {
  applications,
  auditEvents,
  shareApplications as items,
  jobs,
  now,
  shares,
  users,
} from '#db/schema.ts'

export const unknownShare = 'This link is not valid or has ended'

/** SQL: the link works, as far as its row says. */
export const isAlive = and(isNull(shares.revoked_at), gt(shares.expires_at, now))

/**
 * What the link of the token shows, in order: of those chosen, the applications that still exist,
 * are not withdrawn, and that the person who made the link may still review.
 */
export async function sharedBy(db: Db, token: string) {
  const hash = hashOfGiven(token)
  if (!hash) return []
  return db
    .select({
      share_id: shares.id,
      name: shares.name,
      expires_at: shares.expires_at,
      shown_at: sql<string>`${now}`,
      id: applications.id,
      number: items.number,
      first_name: applications.first_name,
      last_name: applications.last_name,
      job_title: jobs.title,
    })
    .from(shares)
    .innerJoin(users, and(eq(users.id, shares.created_by), eq(users.is_active, true)))
    .innerJoin(items, eq(items.share_id, shares.id))
    .innerJoin(applications, eq(applications.id, items.application_id))
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(
      and(
        eq(shares.token_hash, hash),
        isAlive,
        isNull(applications.withdrawn_at),
        reviews(applications.job_id),
      ),
    )
    .orderBy(asc(items.number))
}
type One = Awaited<ReturnType<typeof sharedBy>>[number]

/** The application of the number; the first one without a number. 404 when the link does not show it. */
export const shownOf = (all: One[], number?: number) =>
  orNotFound(number === undefined ? all[0] : all.find((one) => one.number === number), unknownShare)

/** What the candidate sent. */
export async function sentBy(db: Db, id: number) {
  const [row] = await db
    .select({
      motivation_letter: applications.motivation_letter,
      answers: applications.answers,
      resume_type: applications.resume_type,
    })
    .from(applications)
    .where(eq(applications.id, id))
  return orNotFound(row, unknownShare)
}

/** Records what the outsider does with an application: in the activity log once an hour. */
export async function recordView(
  db: Db,
  { share_id, id, name }: One,
  action: 'application.viewed_by_link' | 'resume.viewed_by_link',
  ip: string,
) {
  const by = `${name} (shared link ${share_id})`
  const event = db.run(sql`
    insert into ${auditEvents} (actor_name, ip, action, target_id, target_name)
    select ${by}, ${ip}, ${action}, id, first_name || ' ' || last_name from ${applications}
    where id = ${id} and not exists (
      select 1 from ${auditEvents} where target_id = ${id} and action = ${action}
        and actor_id is null and actor_name = ${by}
        and at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'))`)
  if (action === 'resume.viewed_by_link') return void (await event)
  const seen = { views: sql`views + 1`, viewed_at: now }
  await db.batch([
    event,
    db.update(shares).set(seen).where(eq(shares.id, share_id)),
    db
      .update(items)
      .set(seen)
      .where(and(eq(items.share_id, share_id), eq(items.application_id, id))),
  ])
}
