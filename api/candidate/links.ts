import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { candidateRequestKinds } from '#db/enums.ts'
import { candidateLinks, candidateRequests, outbox } from '#db/schema.ts'
import { hashToken } from '../auth/password-links.ts'

/**
 * The token's placeholder in stored mails to candidates; no input contains this character. A new
 * token is created on sending.
 */
export const candidatePlaceholder = '\u0002'

/** The address of a candidate's page; in a mail without the token. */
export const privateAddress = (base: string, token = candidatePlaceholder) =>
  `${base}/application/${token}`

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

const now = () => new Date().toISOString()

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
        gt(candidateRequests.expires_at, now()),
      ),
    )}`

/** Adds a link to an application that exists. */
export const insertLink = (db: Db, hash: string, application_id: number) =>
  db.run(sql`
    insert into ${candidateLinks} (id, application_id)
    select ${hash}, id from applications where id = ${application_id}`)

/** A batch statement: adds the link that these mails to candidates carry. */
export const addLink = (db: Db, mails: SQL, hash: string) =>
  db.run(sql`
    insert into ${candidateLinks} (id, application_id)
    select ${hash}, ${outbox.application_id} from ${outbox}
    where ${outbox.id} in ${mails} and ${outbox.application_id} is not null
      and ${outbox.kind} <> 'confirmation' and instr(${outbox.text}, ${candidatePlaceholder}) > 0`)

/** A batch statement: voids the links that are older than this mail, which carries a new one. */
export const revokeOlderLinks = (db: Db, mail_id: number) =>
  db.delete(candidateLinks).where(
    sql`${candidateLinks.application_id} =
        (select ${outbox.application_id} from ${outbox} where ${outbox.id} = ${mail_id})
      and ${candidateLinks.created_at} <
        (select ${outbox.created_at} from ${outbox} where ${outbox.id} = ${mail_id})`,
  )

/** A batch statement: sets the hash of the requests that these mails ask to confirm. */
export const setRequestToken = (db: Db, mails: SQL, hash: string) =>
  db.update(candidateRequests).set({ id: hash }).where(inArray(candidateRequests.mail_id, mails))

/** For a query of `outbox`: whether the request that the mail asks to confirm still exists. */
export const hasRequest = sql<boolean>`exists (select 1 from candidate_requests where candidate_requests.mail_id = outbox.id)`
