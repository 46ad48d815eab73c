import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'
import { may, type Need } from '#api/accounts/auth/contract/access.ts'
import type { Person } from './lib/session.ts'

/** Screens that have others as tabs or in a column beside them. */
type Area = '/pages' | '/settings'

export type NavigationItem = {
  path: string
  label: string
  icon: LucideIcon
  /** The screen it belongs to: in the sidebar it stands only for those who may not see that one. */
  area?: Area
  /** Screens of an area under one name, as tabs of each other. */
  group?: 'Hiring' | 'Email' | 'Privacy'
  /** Former names and other words people look for: Ctrl+K finds it by them. */
  also?: readonly string[]
  /** What can be done there: what a card on the dashboard is for, read out. */
  what?: string
} & Guard

/** Who sees a screen. */
export type Guard = {
  /** Absent: everyone who is signed in. */
  permission?: Need | readonly Need[] | undefined
  /** Any of these as well. */
  and?: readonly Need[] | undefined
  /** Also those on the hiring team of any job. */
  members?: boolean | undefined
}

export const maySee = (person: Person, { permission, and, members }: Guard): boolean =>
  !permission ||
  (may(person, permission, members ? 'any' : undefined) && (!and || may(person, and)))

/** What sidebar and dashboard link to. A context: the table of screens already imports screens. */
export const NavigationItems = createContext<NavigationItem[]>([])

export type Entry = Pick<NavigationItem, 'path' | 'label' | 'icon'> & {
  /** The paths of the screens it stands for. */
  covers: string[]
}

const pathOf = ({ path }: NavigationItem) => path

/** The items under one name: those of a group or, without one, the item itself. */
const together = (item: NavigationItem, items: NavigationItem[]) =>
  item.group ? items.filter(({ group }) => group === item.group) : [item]

/** Entries for what a person may see of these items, each group as its first screen. */
const entriesOf = (
  person: Person,
  items: NavigationItem[],
  nameOf: (shown: NavigationItem[], item: NavigationItem) => string,
): Entry[] =>
  items.flatMap((item) => {
    const shown = together(item, items).filter((one) => maySee(person, one))
    if (shown[0] !== item) return []
    const { path, icon } = item
    return [{ path, label: nameOf(shown, item), icon, covers: shown.map(pathOf) }]
  })

/**
 * The entries of the sidebar. An area is one entry; those who may not see its first screen have the
 * others under their own names.
 */
export function sidebarFor(person: Person, items: NavigationItem[]): Entry[] {
  const heads = items.filter((item) => item.path === item.area && maySee(person, item))
  const inside = (head: NavigationItem) => items.filter(({ area }) => area === head.path)
  const covered = new Set(heads.flatMap(inside))
  // A single screen of a group has its own name.
  const entries = entriesOf(person, items, (shown, { group, label }) =>
    shown.length > 1 ? (group ?? label) : label,
  )
  return items.flatMap((item) => {
    const { path, label, icon } = item
    if (heads.includes(item)) return [{ path, label, icon, covers: inside(item).map(pathOf) }]
    if (covered.has(item)) return []
    return entries.filter((entry) => entry.path === path)
  })
}

/** The tabs of a screen: of its group, or of the area Pages. None without another one to go to. */
export function tabsFor(person: Person, path: string, items: NavigationItem[]): NavigationItem[] {
  const item = items.find((one) => one.path === path)
  if (!item || (!item.group && item.area !== '/pages')) return []
  const tabs = items
    .filter(({ area, group }) => area === item.area && group === item.group)
    .filter((one) => maySee(person, one))
  return tabs.length > 1 ? tabs : []
}

/** The screens beside the settings themselves, for those who may see the settings. */
export function settingsPlacesFor(person: Person, path: string, items: NavigationItem[]): Entry[] {
  const area = items.filter((item) => item.area === '/settings')
  const isThere = area.some((item) => item.path === path)
  const head = area.find((item) => item.path === '/settings')
  if (!isThere || !head || !maySee(person, head)) return []
  return entriesOf(person, area, (_, { group, label }) => group ?? label).filter(
    (entry) => entry.path !== head.path,
  )
}

/** The path of the item that a pathname is at or below: the longest of them. */
export const currentPath = (pathname: string, items: NavigationItem[]): string | undefined =>
  items
    .map(pathOf)
    .filter((path) => isAt(pathname, path))
    .sort((a, b) => b.length - a.length)[0]

export const isAt = (pathname: string, path: string) =>
  path === '/'
    ? pathname === '/' || pathname === '/dashboard'
    : pathname === path || pathname.startsWith(`${path}/`)
