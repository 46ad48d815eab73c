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

/** What sidebar and dashboard link to. A screen can't import it from the table of screens that loads it. */
export const NavigationItems = createContext<NavigationItem[]>([])
