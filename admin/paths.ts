/** Prefix of every back office path. */
export const backOfficePath = '/backoffice'

/** Paths of all screens, relative to `backOfficePath`; `$id` and `$language` match one segment. */
export const paths = [
  '/',
  '/dashboard',
  '/live',
  '/pages',
  '/pages/new',
  '/pages/$id/edit',
  '/pages/$id/history',
  '/pages/$id/translations/$language',
  '/images',
  '/menus',
  '/redirects',
  '/jobs',
  '/jobs/new',
  '/jobs/embed',
  '/jobs/visits',
  '/jobs/$id/edit',
  '/jobs/$id/history',
  '/jobs/$id/translations/$language',
  '/applications',
  '/applications/new',
  '/applications/compare',
  '/applications/reports',
  '/applications/resumes',
  '/applications/shared',
  '/applications/import',
  '/applications/import/$id',
  '/applications/$id',
  '/applications/$id/edit',
  '/interviews',
  '/users',
  '/users/new',
  '/users/waiting',
  '/users/$id/edit',
  '/hiring-steps',
  '/tags',
  '/templates',
  '/templates/new',
  '/templates/$id/edit',
  '/templates/automatic',
  '/templates/automatic/$id',
  '/appearance',
  '/settings',
  '/settings/jobs',
  '/settings/candidates',
  '/settings/email',
  '/settings/notifications',
  '/settings/webhooks',
  '/privacy',
  '/email',
  '/trash',
  '/activity',
  '/profile',
  '/api',
] as const
export type Path = (typeof paths)[number]

/** Former paths of screens, and where they are now. Bookmarks and old emails lead there. */
export const formerPaths = {
  '/pictures': '/images',
  '/mail': '/email',
  '/audit': '/activity',
} as const satisfies Record<string, Path>

/** The full pathname of the screen whose former one this is; undefined for any other. */
export function movedTo(pathname: string): string | undefined {
  const path = pathname.startsWith(backOfficePath)
    ? pathname.slice(backOfficePath.length).replace(/\/$/, '')
    : ''
  return Object.hasOwn(formerPaths, path)
    ? backOfficePath + formerPaths[path as keyof typeof formerPaths]
    : undefined
}

const patterns = paths.map((path) => {
  const below = path === '/' ? '' : path.replaceAll(/\$\w+/g, '[^/]+')
  return new RegExp(`^${backOfficePath}${below}/?$`)
})

/** Whether a full pathname ('/backoffice/jobs/3/edit') is a screen. */
export const matchScreen = (pathname: string): boolean =>
  patterns.some((pattern) => pattern.test(pathname))
