import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { builtInKeys, builtInSettings } from '#api/core/site-settings/contract/table.ts'
import { api, readList } from '../lib/api/api.ts'
import { type Command, currentCommands, singleKeys } from '../lib/commands.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { type Place as RecentPlace, recentPlaces } from '../lib/recent-places.ts'
import type { Person } from '../lib/session.ts'
import { maySee } from '../navigation.ts'
import { screens } from '../screens.tsx'
import { titleOfCategory } from '../settings/places.ts'
import { settingsQuery, titleOf } from '../settings/queries.ts'
import { settingLink } from '../settings/setting-link.ts'
import { labelOf } from '../settings/setting-values.ts'
import { statusLabel } from '../status/StatusBadge.tsx'
import { matching } from './match.ts'

/** `also`: other names that it is found by. */
type Place = RecentPlace & { also?: readonly string[] }

export type Result =
  | ({ kind: 'place' } & Place)
  | { kind: 'command'; label: string; detail: string; run: () => void }
export type Group = { title: string; results: Result[] }

const few = 6

const placesOf = (places: Place[]): Result[] =>
  places.map((place) => ({ kind: 'place' as const, ...place }))

/** Screens with an address of their own that `person` may open. */
const screensFor = (person: Person): Place[] =>
  Object.entries(screens)
    .filter(([path]) => !path.includes('$') && path !== '/dashboard')
    .filter(([, screen]) => maySee(person, screen))
    .map(([to, { nav, title }]) => ({
      label: nav?.label ?? title,
      detail: nav?.group ?? (nav?.area === '/settings' && to !== nav.area ? 'Settings' : ''),
      to,
      also: [title, ...(nav?.group ? [nav.group] : []), ...(nav?.also ?? [])],
    }))

/** The settings by their names, in title case and in words; on the screen that has them. */
const settingsFor = (settings: { key: string; category: string }[]): Place[] =>
  settings.map(({ key, category }) => ({
    label: titleOf(key),
    detail: titleOfCategory(category),
    also: [labelOf(key)],
    ...settingLink(key, category),
  }))

const builtIn = builtInKeys.map((key) => ({ key, category: builtInSettings[key].category }))

const commandResult = ({ label, key, run }: Command): Result[] =>
  run
    ? [{ kind: 'command', label, detail: key && singleKeys.read() ? key.toUpperCase() : '', run }]
    : []

const applicationsQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', 'applications', q],
    queryFn: async ({ signal }): Promise<Place[]> => {
      const query = { q, per_page: String(few) }
      const { rows } = await readList(api.applications.$get({ query }, { init: { signal } }))
      return rows.map((row) => ({
        label: fullName(row),
        detail: `${row.job_title} · ${statusLabel[row.status]}`,
        to: `/applications/${row.id}`,
      }))
    },
    placeholderData: keepPreviousData,
  })

/** Jobs lead to their form, or to their applications for those who may not change jobs. */
const jobsQuery = (q: string, manages: boolean) =>
  queryOptions({
    queryKey: ['palette', 'jobs', q, manages],
    queryFn: async ({ signal }): Promise<Place[]> => {
      const query = { q, per_page: String(few) }
      const { rows } = await readList(api.jobs.$get({ query }, { init: { signal } }))
      return rows.map(({ id, title }) => ({
        label: title,
        ...(manages
          ? { detail: 'Edit job', to: `/jobs/${id}/edit` }
          : { detail: 'Applications', to: '/applications', search: { job_id: String(id) } }),
      }))
    },
    placeholderData: keepPreviousData,
  })

/** `value` once it has not changed for a moment. */
function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, 150, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Matches for `typed`: recent places first; people and jobs too once there is a query. */
export function useResults(typed: string) {
  const person = usePerson()
  const [commands] = useState(() => currentCommands().flatMap(commandResult))
  const [recent] = useState(() => placesOf(recentPlaces()))
  const q = useSettled(typed.trim())
  const reviews = may(person, 'review_applications', 'any')
  const manages = may(person, 'manage_jobs')
  const people = useQuery({ ...applicationsQuery(q), enabled: reviews && q !== '' })
  const jobs = useQuery({ ...jobsQuery(q, manages), enabled: (reviews || manages) && q !== '' })

  const mayChange = may(person, 'manage_settings')
  const own = useQuery({ ...settingsQuery, enabled: mayChange && q !== '' })
  const settings = settingsFor(own.data ?? builtIn)

  const byLabel = (results: Result[]) =>
    matching(
      results,
      typed,
      ({ label }) => label,
      (result) => (result.kind === 'place' ? (result.also ?? []) : []),
    )
  const found = (places: Place[] | undefined) => (typed.trim() && places ? placesOf(places) : [])
  const groups: Group[] = [
    { title: 'Recent', results: byLabel(recent) },
    { title: 'On this screen', results: byLabel(commands) },
    { title: 'Go to', results: byLabel(placesOf(screensFor(person))) },
    { title: 'Settings', results: mayChange && typed.trim() ? byLabel(placesOf(settings)) : [] },
    { title: 'People', results: found(people.data) },
    { title: 'Jobs', results: found(jobs.data) },
  ]
  return {
    groups: groups.filter(({ results }) => results.length),
    busy: people.isFetching || jobs.isFetching || typed.trim() !== q,
    failed: people.isError || jobs.isError,
  }
}
