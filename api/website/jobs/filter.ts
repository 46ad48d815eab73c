import { type SQL, sql } from 'drizzle-orm'
import { comparable } from '#api/core/http/contract/comparable.ts'
import { searchQuery } from '#api/core/search/terms.ts'
import type { Db } from '#db/client.ts'
import { employmentTypes, type Place, workplaces } from '#db/enums.ts'
import { jobs as table } from '#db/schema.ts'
import { placesText, placeText } from './contract/facts.ts'
import { type FilterKind, filterKinds } from './contract.ts'
import { newest, textOptions } from './rows.ts'
import { matching } from './search.ts'

/** `ids`: the jobs that have the words of `q`, if they were read; null for all. */
export type JobSearch = { q: string; ids?: number[] | null } & Record<FilterKind, string[]>
type Facets = Record<FilterKind, { value: string; count: number }[]>

export const isFiltered = ({ q, ...filters }: JobSearch) =>
  Boolean(q) || filterKinds.some((kind) => filters[kind].some(Boolean))

/** As stored: lists in JSON. */
type Row = {
  id: number
  team: string | null
  type: string | null
  workplace: string | null
  location: string | null
  places: string | null
  countries: string | null
}

/** By comparable text: as staff write it, and whether visitors can choose it. */
type Values = Map<string, { value: string; isOffered: boolean }>

const byComparable = (values: (string | null)[], isOffered = true): Values =>
  new Map(
    values.flatMap((value) => (value ? [[comparable(value), { value, isOffered }] as const] : [])),
  )

const placeTexts = (places: Place[]) => {
  const { locale } = textOptions()
  return places.map((place) => placeText(place, locale))
}

/** Each country of a remote job as if it were the only one, such as 'Remote (Ireland)'. */
const remoteTexts = (countries: string[]) => {
  const options = textOptions()
  return countries.map((code) =>
    placesText({ workplace: 'remote', remote_countries: [code] }, options),
  )
}

/** Whether the typed location is a place to choose: not beside places, and not for remote work. */
const isPlace = ({ places, workplace }: Row) => !places && workplace !== 'remote'

const listIn = <T>(stored: string | null): T[] => (stored ? JSON.parse(stored) : [])

/** Many jobs have the same values: each is parsed once. */
function valuesReader() {
  const known = new Map<string, Values>()
  const once = (kind: FilterKind, stored: (string | null)[], parse: () => Values) => {
    const key = `${kind}\n${stored.join('\n')}`
    let values = known.get(key)
    if (!values) {
      values = parse()
      known.set(key, values)
    }
    return values
  }
  return (row: Row): Record<FilterKind, Values> => {
    const { team, type, workplace, location, places, countries } = row
    return {
      team: once('team', [team], () => byComparable([team])),
      type: once('type', [type], () => byComparable(listIn<string>(type))),
      workplace: once('workplace', [workplace], () => byComparable([workplace])),
      place: once('place', [location, workplace, places, countries], () => {
        const typed = byComparable([location], isPlace(row))
        const known = placeTexts(listIn<Place>(places))
        const remote = workplace === 'remote' ? remoteTexts(listIn<string>(countries)) : []
        return new Map([...typed, ...byComparable([...known, ...remote])])
      }),
    }
  }
}

const nothing: (FilterKind | 'q')[] = []

/** The ids of the jobs with these words, active or not; null for white space, which all have. */
export async function idsWith(db: Db, q: string) {
  const words = searchQuery(q)
  if (words === undefined) return null
  return (await db.all<{ id: number }>(matching(db, words))).map(({ id }) => id)
}

/** Each job with what it has and which parts of the search it does not match; newest first. */
async function compare(db: Db, which: SQL | undefined, { q, ids, ...filters }: JobSearch) {
  const [rows, found] = await Promise.all([
    // The index `jobs_listed` has it all: no long texts are read. Drizzle's select is 5× slower.
    db.all<Row>(sql`
      select ${table.id} as id, ${table.team} as team, ${table.employment_types} as type,
        ${table.workplace} as workplace, ${table.location} as location, ${table.places} as places,
        ${table.remote_countries} as countries
      from ${table} where ${which ?? sql`true`} order by ${sql.join(newest, sql`, `)}`),
    ids === undefined ? idsWith(db, q) : ids,
  ])
  const matched = found && new Set(found)
  const wanted = filterKinds
    .map((kind) => [kind, new Set(filters[kind].map(comparable).filter(Boolean))] as const)
    .filter(([, chosen]) => chosen.size)
  const valuesOf = valuesReader()
  return rows.map((row) => {
    const values = valuesOf(row)
    let missed = matched && !matched.has(row.id) ? (['q'] as typeof nothing) : nothing
    for (const [kind, chosen] of wanted)
      if (!values[kind].keys().some((value) => chosen.has(value))) missed = [...missed, kind]
    return { row, values, missed }
  })
}

const inOrderOf = (values: readonly string[]) => (a: string, b: string) =>
  values.indexOf(a) - values.indexOf(b)
const collators = new Map<string, Intl.Collator>()

/** By the rules of the reader's language. A collator is too slow to make for each list. */
function alphabetical(a: string, b: string) {
  const { locale } = textOptions()
  const collator = collators.get(locale) ?? new Intl.Collator(locale)
  collators.set(locale, collator)
  return collator.compare(a, b)
}

const order: Record<FilterKind, (a: string, b: string) => number> = {
  team: alphabetical,
  type: inOrderOf(employmentTypes),
  workplace: inOrderOf(workplaces),
  place: alphabetical,
}

const byTeam = (a: Row, b: Row) =>
  Number(!a.team) - Number(!b.team) ||
  alphabetical(comparable(a.team ?? ''), comparable(b.team ?? ''))

/** The ids of the jobs that match, newest first, or by team and then newest first. */
export async function findJobs(
  db: Db,
  which: SQL | undefined,
  search: JobSearch,
  sort: '-posted_at' | 'team' = '-posted_at',
) {
  const jobs = await compare(db, which, search)
  const rows = jobs.flatMap(({ row, missed }) => (missed.length ? [] : [row]))
  return (sort === 'team' ? rows.sort(byTeam) : rows).map(({ id }) => id)
}

/**
 * How many jobs there are with each value of a filter, the rest of the search as it is. Chosen
 * values are listed even without a job. A value is written as in the newest job that has it.
 */
export async function countFacets(db: Db, which: SQL | undefined, search: JobSearch) {
  const counted = (kind: FilterKind) => {
    const chosen = new Set(search[kind].map(comparable))
    return { chosen, values: new Map<string, { value: string; count: number; listed: boolean }>() }
  }
  const facets = Object.fromEntries(filterKinds.map((kind) => [kind, counted(kind)]))
  const without = { q: 0, team: 0, type: 0, workplace: 0, place: 0 }
  for (const { values, missed } of await compare(db, which, search)) {
    for (const kind of Object.keys(without) as (keyof typeof without)[])
      if (missed.every((other) => other === kind)) without[kind]++
    for (const kind of filterKinds)
      for (const [key, { value, isOffered }] of values[kind]) {
        const { chosen, values } = facets[kind]!
        const entry = values.get(key) ?? { value, count: 0, listed: chosen.has(key) }
        values.set(key, entry)
        if (missed.some((other) => other !== kind)) continue
        entry.count++
        entry.listed ||= isOffered
      }
  }
  const listed = (kind: FilterKind) =>
    [...facets[kind]!.values.values()]
      .filter(({ listed }) => listed)
      .map(({ value, count }) => ({ value, count }))
      .sort((a, b) => order[kind](a.value, b.value))
  const lists = Object.fromEntries(filterKinds.map((kind) => [kind, listed(kind)])) as Facets
  return { ...lists, without }
}
