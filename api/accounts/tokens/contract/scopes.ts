import { type ApiScope, apiScopes, type Permission } from '#db/enums.ts'
import { may } from '../../auth/contract/access.ts'

export { type ApiScope, apiScopes }

/** So that scanners for leaked secrets recognize it; longer than the token of a session. */
export const tokenPrefix = 'foyer_api_'

/** Whether it looks like an API token, known or not. */
export const isApiToken = (token: string): boolean =>
  token.startsWith(tokenPrefix) && token.length === tokenPrefix.length + 43

/** Writing includes reading. */
export const includesScope = (scopes: readonly ApiScope[], needed: ApiScope): boolean =>
  scopes.some((scope) => scope === needed || scope === needed.replace(':read', ':write'))

/** The permissions behind a scope, of which one is enough: without any, no route would open. */
export const needsFor: Record<ApiScope, readonly Permission[]> = {
  'jobs:read': ['manage_jobs', 'review_applications'],
  'jobs:write': ['manage_jobs'],
  'applications:read': ['review_applications'],
  'applications:write': ['review_applications'],
  'pages:read': ['edit_pages'],
  'pages:write': ['edit_pages'],
}

/** Any permission behind a scope, for the screen. */
export const needForTokens = ['manage_jobs', 'review_applications', 'edit_pages'] as const

/** Whether `actor` may give a token the scope. Members of hiring teams review applications too. */
export const mayGrant = (actor: Parameters<typeof may>[0], scope: ApiScope): boolean =>
  may(actor, needsFor[scope], 'any')

/** How many days ahead people are told that their token expires. */
export const daysOfNotice = 14
