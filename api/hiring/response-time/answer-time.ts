import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { settings, touched } from '#db/schema.ts'

/** The time of fewer applications would mislead. */
const fewest = 10

/** Of numbers in ascending order. */
function median(sorted: readonly number[]) {
  const middle = (sorted.length - 1) / 2
  const at = (place: number) => sorted[place] ?? 0
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
}

/**
 * The median number of days, rounded up, from an application of the last 90 days to the decision its
 * candidate was told. Those who wait count with the days they have waited, but never shorten it.
 * Null with too few, or while half of them wait. Looks at the latest 5,000 applications at most.
 */
export async function medianResponseTime(db: Db): Promise<number | null> {
  const rows = await db.all<{ days: number; told: number }>(sql`
    select round(julianday(coalesce(told_at, 'now')) - julianday(created_at), 3) as days,
      told_at is not null as told
    from (
      select created_at, told_at, withdrawn_at from applications
      where created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
      order by created_at desc limit 5000)
    where told_at is not null or withdrawn_at is null
    order by days`)
  const told = rows.filter((row) => row.told)
  if (rows.length < fewest || told.length * 2 <= rows.length) return null
  const all = [told, rows].map((some) => median(some.map(({ days }) => days)))
  return Math.max(1, ...all.map(Math.ceil))
}

/** Writes the setting `answer_time_days`, which job pages show. Returns whether it has changed. */
export async function writeResponseTime(db: Db, isShown: boolean): Promise<boolean> {
  const value = String((isShown && (await medianResponseTime(db))) || '')
  const changed = await db
    .update(settings)
    .set({ value, updated_at: touched(settings.updated_at) })
    .where(sql`${settings.key} = 'answer_time_days' and ${settings.value} <> ${value}`)
    .returning({ id: settings.id })
  return changed.length > 0
}
