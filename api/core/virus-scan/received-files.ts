import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ScanState } from '#db/enums.ts'
import { fileScans, virusScanner } from '#db/schema.ts'
import type { FileStore } from '../files/store.ts'
import { Problem } from '../http/problem.ts'

type Parts = { db: Db; store: FileStore }

/** In seconds, until a file may be there: most scans take less than one. */
const retryAfter = { waiting: 5, failing: 60, too_large: 3600 }

type Found = {
  state: ScanState | null
  is_earlier: 0 | 1 | null
  threat: string | null
  is_on: 0 | 1
  failing_since: string | null
}

/** SQL, of `file_scans` and `virus_scanner`: the file waits for the scanner, and can't be opened. */
const isAwaited = sql`${virusScanner.is_on} = 1
  and ${fileScans.state} = 'waiting' and ${fileScans.is_earlier} = 0`

const waiting = ({ failing_since }: Pick<Found, 'failing_since'>, sentence: string) =>
  new Problem(423, sentence, {
    headers: { 'Retry-After': String(failing_since ? retryAfter.failing : retryAfter.waiting) },
  })

/** SQL: the file with this key may be read, or has a virus: nothing will change for it. */
export const isScanned = (key: SQLWrapper) => sql`not exists (
  select 1 from ${fileScans} join ${virusScanner} on ${virusScanner.is_on} = 1
  where ${fileScans.key} = ${key}
    and (${fileScans.state} = 'too_large' or ${fileScans.state} = 'waiting' and ${fileScans.is_earlier} = 0))`

/** Why a file can't be opened, for staff; undefined when it can. */
async function refusalOf(db: Db, key: string): Promise<Problem | undefined> {
  const [found] = await db.all<Found>(sql`
    select ${fileScans.state} as state, is_earlier, threat, is_on, failing_since
    from ${virusScanner} left join ${fileScans} on ${fileScans.key} = ${key}`)
  if (found?.state === 'infected')
    return new Problem(410, `This file has a virus (${found.threat}): nobody can open it`)
  if (!found?.is_on || !found.state || found.state === 'clean') return undefined
  if (found.state === 'too_large')
    return new Problem(
      423,
      'This file is too large for the virus scanner, so it can’t be opened. The operator of the server can raise the limit.',
      { headers: { 'Retry-After': String(retryAfter.too_large) } },
    )
  if (found.is_earlier) return undefined
  return waiting(
    found,
    found.failing_since
      ? 'This file was not checked for viruses yet: the scanner can’t be reached. It is tried again by itself.'
      : 'This file is being checked for viruses. Try again in a few seconds.',
  )
}

/**
 * Opens a file that somebody sent. Null when the store doesn't have it; throws 423 until the virus
 * scanner has found it clean, and 410 once it has found something.
 * @param sentence the reason, for others than staff
 */
export async function openReceived({ db, store }: Parts, key: string, sentence?: string) {
  const refusal = await refusalOf(db, key)
  if (refusal && sentence) throw new Problem(refusal.status, sentence, { headers: refusal.headers })
  if (refusal) throw refusal
  return store.open(key)
}

/** For staff. */
export const someUnscanned =
  'Some of these files are still being checked for viruses. Try again in a minute.'

/**
 * Throws 423 with this sentence while files of applications wait for the virus scanner.
 * @param which their ids, as a subquery in parentheses
 */
export async function refuseUnscanned(db: Db, which: SQL, sentence: string) {
  const [found] = await db.all<Pick<Found, 'failing_since'>>(sql`
    select failing_since from ${virusScanner} join ${fileScans} on ${isAwaited}
    where application_id in ${which} limit 1`)
  if (found) throw waiting(found, sentence)
}

/**
 * The entry of a file in an archive, or of the reason why it is not in there; undefined when the
 * store doesn't have it. For archives that `refuseUnscanned` let through.
 * @param leftOut the reason, for others than staff
 */
export async function archived(
  { db, store }: Parts,
  { key, name, leftOut }: { key: string; name: string; leftOut?: string | undefined },
) {
  const refusal = await refusalOf(db, key)
  const input = new TextEncoder().encode(`${leftOut ?? refusal?.message}\n`)
  if (refusal) return { name: `${name}.txt`, input }
  const file = await store.open(key)
  return file ? { name, input: file.body } : undefined
}
