import { expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { readSearch } from '#api/website/jobs/contract/job-search.ts'
import { chosenOf, type Facets, filtersOf, groupByTeam, hasSeveralTeams } from './job-filters.ts'

const search = (query = '') => readSearch(new URLSearchParams(query))
const facets = (some: Partial<Facets>): Facets => ({
  team: [],
  type: [],
  workplace: [],
  place: [],
  ...some,
})
const kitchen = { value: 'Kitchen', count: 2 }
const office = { value: 'Office', count: 1 }

test('filtersOf shows a filter only where it offers a choice', () => {
  const kinds = (some: Partial<Facets>, query?: string) =>
    filtersOf(search(query), facets(some), 2, en).map(({ kind }) => kind)
  expect(kinds({})).toEqual([])
  expect(kinds({ team: [kitchen], workplace: [{ value: 'remote', count: 2 }] })).toEqual([])
  expect(kinds({ team: [kitchen, office], place: [{ value: 'Basel', count: 1 }] })).toEqual([
    'team',
    'place',
  ])
  // What is chosen can be changed.
  expect(kinds({ team: [kitchen] }, 'team=kitchen')).toEqual(['team'])
})

test('filtersOf labels the values and marks the chosen ones', () => {
  const type = [
    { value: 'FULL_TIME', count: 1 },
    { value: 'INTERN', count: 1 },
  ]
  const filters = filtersOf(
    search('type=INTERN&team=OFFICE'),
    facets({ type, team: [office] }),
    1,
    en,
  )
  expect(filters).toEqual([
    {
      kind: 'team',
      label: 'Team',
      chosen: 1,
      more: 0,
      values: [{ value: 'office', label: 'Office', count: 1, isChosen: true }],
    },
    {
      kind: 'type',
      label: 'Type',
      chosen: 1,
      more: 0,
      values: [
        { value: 'FULL_TIME', label: 'Full time', count: 1, isChosen: false },
        { value: 'INTERN', label: 'Internship', count: 1, isChosen: true },
      ],
    },
  ])
})

test('filtersOf lists the 40 values with most jobs in their order, and any chosen one', () => {
  const place = Array.from({ length: 100 }, (_, n) => ({
    value: `Town ${String(n).padStart(3, '0')}`,
    count: n,
  }))
  const [filter] = filtersOf(search('place=town+001'), facets({ place }), 100, en)
  const labels = filter?.values.map(({ label }) => label) ?? []
  expect(labels).toHaveLength(40)
  expect(labels.slice(0, 2)).toEqual(['Town 001', 'Town 061'])
  expect(filter?.more).toBe(60)
})

test('chosenOf links each chosen value to the list without it', () => {
  const query = 'q=oven&team=office&team=kitchen&workplace=remote&place=nowhere&page=3'
  expect(chosenOf(search(query), facets({ team: [kitchen, office] }), en)).toEqual([
    {
      kind: 'team',
      label: 'Kitchen',
      without: '/jobs?place=nowhere&q=oven&team=office&workplace=remote',
    },
    {
      kind: 'team',
      label: 'Office',
      without: '/jobs?place=nowhere&q=oven&team=kitchen&workplace=remote',
    },
    {
      kind: 'workplace',
      label: 'Remote',
      without: '/jobs?place=nowhere&q=oven&team=kitchen&team=office',
    },
    {
      kind: 'place',
      label: 'nowhere',
      without: '/jobs?q=oven&team=kitchen&team=office&workplace=remote',
    },
  ])
})

test('hasSeveralTeams counts the teams of the jobs that match', () => {
  const team = [kitchen, office, { value: 'Closed', count: 0 }]
  expect(hasSeveralTeams(search(), facets({ team }))).toBe(true)
  expect(hasSeveralTeams(search('team=office'), facets({ team }))).toBe(false)
  expect(hasSeveralTeams(search(), facets({ team: [kitchen] }))).toBe(false)
})

test('groupByTeam groups teams as the filter does', () => {
  const teams = ['Front Office', 'Front  office', 'Caf\u00E9', 'Cafe\u0301', null, null]
  expect(groupByTeam(teams.map((team) => ({ team }))).map((group) => group.length)).toEqual([
    2, 2, 2,
  ])
})
