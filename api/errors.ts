import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isFull } from '#db/errors.ts'
import { lastChangedBy } from './core/audit/last-change.ts'
import { StoreUnavailable } from './core/files/store.ts'
import { forPeople } from './core/http/error-page.ts'
import { Problem } from './core/http/problem.ts'
import { isAway } from './core/monitoring/outages.ts'
import type { Env } from './core/route/context.ts'
import { isMaintenance } from './core/route/maintenance.ts'
import { languages } from './core/words/contract.ts'
import { readerWords } from './core/words/reader.ts'

/** Who saved first, beside the `current` row; best effort, so that the 409 itself never fails. */
async function changedBy({ body: { current } }: Problem, c: Context<Env>) {
  if (!current) return {}
  const changed_by = await lastChangedBy(c, current).catch(() => undefined)
  return changed_by ? { changed_by } : {}
}

/** Turns an error into the response; logs what is not the caller's fault. */
export const errorResponse = async (error: Error, c: Context<Env>) =>
  forPeople(c, await jsonOf(error, c))

async function jsonOf(error: Error, c: Context<Env>): Promise<Response> {
  const expected = error instanceof Problem || error instanceof HTTPException
  if ((!expected || error.status >= 500) && !isMaintenance(error))
    c.var.log.error({ err: error, method: c.req.method, path: c.req.path }, 'request failed')
  if (error instanceof Problem)
    return c.json({ ...error.body, ...(await changedBy(error, c)) }, error.status, error.headers)
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
  // By the token: the error may have come before the session was read.
  const words = c.var.token ? languages.en : readerWords()
  if (isFull(error)) return c.json({ error: words.server.diskFull }, 507)
  if (error instanceof StoreUnavailable)
    return c.json({ error: words.server.filesUnavailable }, 503, { 'Retry-After': '30' })
  if (isAway(error)) return c.json({ error: words.server.unavailable }, 503, { 'Retry-After': '2' })
  return c.json({ error: words.failure.somethingWrong, request_id: c.var.requestId }, 500)
}
