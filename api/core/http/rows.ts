import type { Context } from 'hono'
import { Problem } from './problem.ts'

/** The id in the path; 404 unless it is a positive integer in plain digits. */
export function idOf({ req }: Pick<Context, 'req'>, missing: string, name = 'id'): number {
  const id = req.param(name) ?? ''
  if (!/^[1-9]\d{0,15}$/.test(id) || Number(id) > Number.MAX_SAFE_INTEGER)
    throw new Problem(404, missing)
  return Number(id)
}

/** The row, or 404. */
export function orNotFound<T>(row: T | undefined | null, missing: string): T {
  if (row === undefined || row === null) throw new Problem(404, missing)
  return row
}

/** 409 for a PUT whose row has changed since it was read; `current` is the row as GET sends it. */
export const stale = (
  current: object,
  sentence = 'Someone else saved changes while you were editing. Compare your version with the current one and save again.',
) => new Problem(409, sentence, { current })
