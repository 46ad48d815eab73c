import type { ApiScope } from '#api/accounts/tokens/contract/scopes.ts'
import { apiAddress } from '../lib/api/api-base.ts'

/** The areas of the API that tokens open, and the parts of the site's name for them. */
export const areas = ['applications', 'jobs', 'pages'] as const
export type Area = (typeof areas)[number]

export const areaOf = (scope: ApiScope) => scope.split(':')[0] as Area

/** 'Read applications, read and change jobs'. */
export function scopeWords(scopes: readonly ApiScope[]): string {
  const words = scopes.map(
    (scope) => `${scope.endsWith(':write') ? 'read and change' : 'read'} ${areaOf(scope)}`,
  )
  const text = words.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The address of a path that begins with `/api`, as programs elsewhere call it. */
export const wholeAddress = (path: string): string =>
  String(new URL(apiAddress(path), location.origin))

/** A command that works in any shell as it is: it reads a few rows of the first area. */
export const curlFor = (token: string, [first = 'applications:read']: readonly ApiScope[]) =>
  `curl -H 'Authorization: Bearer ${token}' '${wholeAddress(`/api/${areaOf(first)}?per_page=5`)}'`
