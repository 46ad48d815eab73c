import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'
import type { Need } from '#api/auth/contract/access.ts'

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
  permission?: Need | readonly Need[] | undefined
}

/** What sidebar and dashboard link to. A context: the table of screens already imports screens. */
export const NavigationItems = createContext<NavigationItem[]>([])
