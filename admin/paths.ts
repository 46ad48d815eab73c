/** Below this address lives the back office. */
export const basePath = '/backoffice'

/** Every screen of the back office, below `basePath`; `$id` stands for one segment. */
const paths = [
  '/',
  '/dashboard',
  '/pages',
  '/pages/new',
  '/pages/$id/edit',
  '/jobs',
  '/jobs/new',
  '/jobs/$id/edit',
  '/applications',
  '/applications/$id',
  '/applications/$id/edit',
  '/users',
  '/users/new',
  '/users/$id/edit',
  '/settings',
  '/mail',
  '/audit',
  '/profile',
  '/api',
] as const
export type Path = (typeof paths)[number]

const patterns = paths.map((path) => {
  const below = path === '/' ? '' : path.replaceAll('$id', '[^/]+')
  return new RegExp(`^${basePath}${below}/?$`)
})

/** Whether a full pathname ('/backoffice/jobs/3/edit') is a screen of the back office. */
export const matchScreen = (pathname: string): boolean =>
  patterns.some((pattern) => pattern.test(pathname))
