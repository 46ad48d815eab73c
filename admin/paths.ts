/** Prefix of every back office path. */
export const backOfficePath = '/backoffice'

/** Paths of all screens, relative to `backOfficePath`; `$id` matches one segment. */
export const paths = [
  '/',
  '/dashboard',
  '/live',
  '/pages',
  '/pages/new',
  '/pages/$id/edit',
  '/pages/$id/history',
  '/pictures',
  '/menus',
  '/redirects',
  '/jobs',
  '/jobs/new',
  '/jobs/embed',
  '/jobs/visits',
  '/jobs/$id/edit',
  '/jobs/$id/history',
  '/applications',
  '/applications/new',
  '/applications/compare',
  '/applications/$id',
  '/applications/$id/edit',
  '/users',
  '/users/new',
  '/users/$id/edit',
  '/hiring-steps',
  '/tags',
  '/templates',
  '/templates/new',
  '/templates/$id/edit',
  '/templates/automatic/$id',
  '/appearance',
  '/settings',
  '/settings/email',
  '/privacy',
  '/mail',
  '/trash',
  '/audit',
  '/profile',
  '/api',
] as const
export type Path = (typeof paths)[number]

const patterns = paths.map((path) => {
  const below = path === '/' ? '' : path.replaceAll('$id', '[^/]+')
  return new RegExp(`^${backOfficePath}${below}/?$`)
})

/** Whether a full pathname ('/backoffice/jobs/3/edit') is a screen. */
export const matchScreen = (pathname: string): boolean =>
  patterns.some((pattern) => pattern.test(pathname))
