import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { candidateRequestKinds } from '#db/enums.ts'
import {
  applications,
  candidateLinks,
  candidateRequests,
  jobInvitations,
  now,
  outbox,
} from '#db/schema.ts'
import { hashToken } from './password-links.ts'

/**
 * The token's placeholder in stored mails to candidates; no input contains this character. A new
 * token is created on sending.
 */
export const candidatePlaceholder = '\u0002'

/** The placeholder of the token of one link of several. */
export const placeholderAt = (at: number) => `${candidatePlaceholder}${at}${candidatePlaceholder}`
export const placeholdersAt = new RegExp(
  `${candidatePlaceholder}(\\d+)${candidatePlaceholder}`,
  'g',
)

/** The address of a candidate's page; in a mail without the token. */
export const privateAddress = (base: string, token = candidatePlaceholder) =>
  `${base}/application/${token}`

/** The address at which somebody applies for the job that staff invited them to. */
export const invitationAddress = (base: string) =>
  `${base}/application/invitation/${candidatePlaceholder}`

/** The address at which a candidate confirms a request. */
export const confirmAddress = (base: string) =>
  `${base}/application/confirm/${candidatePlaceholder}`

/** The hash of a given token; undefined if it can't be one. Mail programs may append a period. */
export function hashOfGiven(given: string): string | undefined {
  const token = given.replace(/\.$/, '')
  return /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined
}

/** SQL: the id of the link's application. */
export const applicationOf = (db: Db, hash: string): SQL =>
  sql`${db
    .select({ id: candidateLinks.application_id })
    .from(candidateLinks)
    .where(eq(candidateLinks.id, hash))}`

/** SQL: the id of the application of a request that can still be confirmed. */
export const applicationOfRequest = (
  db: Db,
  hash: string,
  kind: (typeof candidateRequestKinds)[number],
): SQL =>
  sql`${db
    .select({ id: candidateRequests.application_id })
    .from(candidateRequests)
    .where(
      and(
        eq(candidateRequests.id, hash),
        eq(candidateRequests.kind, kind),
        gt(candidateRequests.expires_at, now),
      ),
    )}`

/** Adds a link to an application that exists. */
export const insertLink = (db: Db, hash: string, application_id: number) =>
  db.run(sql`
    insert into ${candidateLinks} (id, application_id)
    select ${hash}, id from ${applications} where id = ${application_id}`)

/** SQL: the mail goes to the address that the candidate gave or confirmed, not to one of staff. */
const isOwnAddress = sql`${outbox.to_address} = coalesce(${applications.given_email}, ${applications.email})`

/** SQL: a link that somebody asked for voids the earlier ones once it is used. */
const voidsBefore = sql`case when ${outbox.kind} = 'link' then ${outbox.created_at} end`

/** A batch statement: adds the link that these mails to candidates carry. */
export const addLink = (db: Db, mails: SQL, hash: string) =>
  db.run(sql`
    insert into ${candidateLinks} (id, application_id, voids_before)
    select ${hash}, ${applications.id}, ${voidsBefore}
    from ${outbox} join ${applications} on ${applications.id} = ${outbox.application_id}
    where ${outbox.id} in ${mails} and ${outbox.links} is null and ${isOwnAddress}
      and ${outbox.kind} not in ('confirmation', 'job_invitation') and instr(${outbox.text}, ${candidatePlaceholder}) > 0`)

/** Adds the links of a mail with several. */
export const addLinks = (db: Db, mail_id: number, hashes: string[]) =>
  db.run(sql`
    insert into ${candidateLinks} (id, application_id, voids_before)
    select hash.value, ${applications.id}, ${voidsBefore}
    from ${outbox}, json_each(${outbox.links}) link
      join ${applications} on ${applications.id} = link.value
      join json_each(${JSON.stringify(hashes)}) hash on hash.key = link.key
    where ${outbox.id} = ${mail_id} and ${isOwnAddress}`)

/**
 * Voids the links that are older than this one, if somebody asked for it by mail. Asking alone voids
 * nothing: anyone who knows the address can do that.
 */
export async function voidOlderLinks(db: Db, hash: string) {
  const [newer] = await db
    .select({ id: candidateLinks.id })
    .from(candidateLinks)
    .where(and(eq(candidateLinks.id, hash), isNotNull(candidateLinks.voids_before)))
  if (!newer) return
  await db.batch([
    db.run(sql`
      delete from ${candidateLinks} where exists (
        select 1 from ${candidateLinks} newer where newer.id = ${hash}
          and newer.application_id = candidate_links.application_id
          and newer.voids_before > candidate_links.created_at and newer.id <> candidate_links.id)`),
    db.update(candidateLinks).set({ voids_before: null }).where(eq(candidateLinks.id, hash)),
  ])
}

/** A batch statement: sets the hash of the requests that these mails ask to confirm. */
export const setRequestToken = (db: Db, mails: SQL, hash: string) =>
  db.update(candidateRequests).set({ id: hash }).where(inArray(candidateRequests.mail_id, mails))

/** A batch statement: sets the hash of the invitations that these mails carry. */
export const setInvitationToken = (db: Db, mails: SQL, hash: string) =>
  db.update(jobInvitations).set({ id: hash }).where(inArray(jobInvitations.mail_id, mails))

/** For a query of `outbox`: whether the invitation that the mail carries still exists. */
export const hasInvitation = sql<boolean>`exists (select 1 from job_invitations where job_invitations.mail_id = outbox.id)`

/** For a query of `outbox`: whether the request that the mail asks to confirm still exists. */
export const hasRequest = sql<boolean>`exists (select 1 from candidate_requests where candidate_requests.mail_id = outbox.id)`
