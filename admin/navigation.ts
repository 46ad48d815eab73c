import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'
import { may, type Need } from '#api/accounts/auth/contract/access.ts'
import type { Person } from './lib/session.ts'

/** Groups of the sidebar, in order. */
export const groups = ['Hiring', 'Site', 'Company'] as const

export type NavigationItem = {
  path: string
  label: string
  icon: LucideIcon
  /** Without one: above the groups. */
  group?: (typeof groups)[number]
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
