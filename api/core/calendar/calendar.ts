import { gt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { holidays as table } from '#db/schema.ts'
import { daysLater } from './contract/dates.ts'

type Library = typeof import('date-holidays').default
type Names = ReadonlyMap<string, string>

/** Imported on demand: it takes some MB. */
const readLibrary = async (): Promise<Library> => (await import('date-holidays')).default

/** Country, state and region, such as `DE` and `BY`. */
const partsOf = (country: string) => country.split('-') as [string, string?, string?]

/** Whether public holidays are known for a country such as `IE`, or a region such as `DE-BY`. */
export async function isKnownCountry(country: string): Promise<boolean> {
  const Library = await readLibrary()
  const [code, region, part] = partsOf(country)
  const known = new Library()
  if (!known.getCountries()[code]) return false
  if (region && !known.getStates(code)?.[region]) return false
  return !part || Boolean(known.getRegions(code, region ?? '')?.[part])
}

/** By country and year; they never change while the process runs. */
const computed = new Map<string, Names>()

const dayLength = 86_400_000

function publicHolidays(Library: Library, country: string, year: number): Names {
  const key = `${country} ${year}`
  const earlier = computed.get(key)
  if (earlier) return earlier
  const [code, region = '', part = ''] = partsOf(country)
  const options = { types: ['public' as const], languages: ['en'] }
  const found = new Library(code, region, part, options).getHolidays(year) ?? []
  const names = new Map(
    found.flatMap(({ date, start, end, name }) => {
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayLength))
      const first = date.slice(0, 10)
      return Array.from({ length: days }, (_, n) => [daysLater(first, n), name] as const)
    }),
  )
  // Somebody who tries all two hundred countries must not fill the memory.
  if (computed.size > 100) computed.clear()
  computed.set(key, names)
  return names
}

/** The days that differ from the public holidays, up to two years back. */
const exceptions = prepared((db) =>
  db
    .select({ date: table.date, name: table.name, is_day_off: table.is_day_off })
    .from(table)
    .where(gt(table.date, sql`date('now', '-2 years')`))
    .prepare(),
)

export const readExceptions = (db: Db) => exceptions(db).all()

export type Calendar = {
  /** Monday to Friday, except days off. `day` is `YYYY-MM-DD`. */
  isBusinessDay: (day: string) => boolean
  /** The public holidays of the year, by day; empty without a country. */
  publicHolidays: (year: number) => Names
  /** Differs between calendars with other business days. */
  key: string
}

const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/** @param country the setting `holiday_country`; '' knows no public holidays */
export const readCalendar = async (db: Db, country: string): Promise<Calendar> =>
  calendarOf(country, await readExceptions(db))

export async function calendarOf(
  country: string,
  rows: Awaited<ReturnType<typeof readExceptions>>,
): Promise<Calendar> {
  const Library = country ? await readLibrary() : undefined
  const own = new Map(rows.map((row) => [row.date, row.is_day_off]))
  const holidaysOf = (year: number): Names =>
    Library ? publicHolidays(Library, country, year) : new Map()
  return {
    isBusinessDay: (day) =>
      !isWeekend(day) && !(own.get(day) ?? holidaysOf(Number(day.slice(0, 4))).has(day)),
    publicHolidays: holidaysOf,
    key: `${country} ${JSON.stringify([...own])}`,
  }
}
