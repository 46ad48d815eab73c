import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'
import type { Need } from '#api/auth/contract/access.ts'

export type NavigationItem = {
  path: string
  label: string
  icon: LucideIcon
  what: string
  permission?: Need | readonly Need[] | undefined
}

/** What sidebar and dashboard link to. A context: the table of screens already imports screens. */
export const NavigationItems = createContext<NavigationItem[]>([])
