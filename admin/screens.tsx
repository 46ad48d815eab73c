import { BriefcaseBusiness, FileUser, LayoutDashboard, type LucideIcon } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Permission } from '#db/enums.ts'
import type { Path } from './paths.ts'

type Load = () => Promise<{ default: ComponentType }>

export type Screen = {
  title: string
  /** Nobody without it sees the screen; without one, everybody who is signed in does. */
  permission?: Permission
  /** There when the sidebar links to the screen. */
  nav?: { label: string; icon: LucideIcon; what: string }
  component: ComponentType
  preload: () => Promise<void>
}

/** React's lazy, and a way to fetch the code before it is shown. */
const screen = (load: Load, rest: Omit<Screen, 'component' | 'preload'>): Screen => ({
  ...rest,
  component: lazy(load),
  preload: async () => {
    await load()
  },
})

const dashboard = () => import('./screens/Dashboard.tsx')
const jobForm = () => import('./screens/JobForm.tsx')

/** The table of screens: router, sidebar, guard, Access Denied and the dashboard's cards are read from it. */
export const screens: Record<Path, Screen> = {
  '/': screen(dashboard, {
    title: 'Dashboard',
    nav: { label: 'Dashboard', icon: LayoutDashboard, what: '' },
  }),
  '/dashboard': screen(dashboard, { title: 'Dashboard' }),
  '/jobs': screen(() => import('./screens/JobList.tsx'), {
    title: 'Jobs Management',
    permission: 'manage_jobs',
    nav: { label: 'Jobs', icon: BriefcaseBusiness, what: 'Write, publish and close job openings' },
  }),
  '/jobs/new': screen(jobForm, { title: 'Create New Job Opening', permission: 'manage_jobs' }),
  '/jobs/$id/edit': screen(jobForm, { title: 'Edit Job Opening', permission: 'manage_jobs' }),
  '/applications': screen(() => import('./screens/ApplicationList.tsx'), {
    title: 'Applications Management',
    permission: 'review_applications',
    nav: { label: 'Applications', icon: FileUser, what: 'Read and decide on what came in' },
  }),
  '/applications/$id': screen(() => import('./screens/ApplicationDetail.tsx'), {
    title: 'Application',
    permission: 'review_applications',
  }),
  '/applications/$id/edit': screen(() => import('./screens/ApplicationEdit.tsx'), {
    title: 'Edit Application',
    permission: 'review_applications',
  }),
}

/** The screens that the sidebar and the dashboard link to, in their order. */
export const places = Object.entries(screens).flatMap(([path, { nav, permission }]) =>
  nav ? [{ path, permission, ...nav }] : [],
)
