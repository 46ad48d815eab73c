import type { Permission } from '#db/enums.ts'

/** What the provider says of somebody, from ID token and UserInfo. */
export type Claims = Record<string, unknown> & { iss: string; sub: string }

/**
 * What ID token and UserInfo say together. The address and whether it is verified come from one of
 * them; how the person signed in only from the token, which is about this sign-in.
 */
export function joined(token: Claims, info: Record<string, unknown>): Claims {
  const { amr: _amr, acr: _acr, sid: _sid, auth_time: _time, ...rest } = info
  const isWhole = token.email !== undefined && token.email_verified !== undefined
  const { email, email_verified } = isWhole || info.email === undefined ? token : info
  return { ...rest, ...token, email, email_verified }
}

/** An account at the provider, in the lengths that the database takes. */
export type Account = ReturnType<typeof readAccount>

const text = (value: unknown, max: number) =>
  typeof value === 'string' ? value.trim().slice(0, max) : ''

/** First and last name; the parts of the address where the provider gives none. */
function namesOf(claims: Claims, email: string | null) {
  const whole = text(claims.name, 200) || (email?.split('@')[0] ?? '')
  const space = whole.lastIndexOf(' ')
  const [first, last] = space > 0 ? [whole.slice(0, space), whole.slice(space + 1)] : [whole, '']
  return {
    first_name: text(claims.given_name, 100) || first.slice(0, 100),
    // A name may have one part only, but the form of a user asks for two.
    last_name: text(claims.family_name, 100) || last.slice(0, 100) || '–',
  }
}

export function readAccount(claims: Claims) {
  const typed = text(claims.email, 255).toLowerCase()
  const email = typed.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(typed) ? typed : null
  return {
    issuer: claims.iss,
    sub: claims.sub,
    email,
    // Nothing but the boolean of OpenID Connect Core §5.1: text may be "false".
    is_verified: email !== null && claims.email_verified === true,
    name: text(claims.name, 200),
    ...namesOf(claims, email),
  }
}

/** Values of `amr` (RFC 8176 §2) by what they prove: that somebody knows, has or is something. */
const kindsOfMethods = new Map([
  ...['pwd', 'pin', 'kba'].map((method) => [method, 'knows'] as const),
  ...['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'fido'].map((method) => [method, 'has'] as const),
  ...['fpt', 'face', 'iris', 'retina', 'vbm'].map((method) => [method, 'is'] as const),
])

/** Values of `acr` for several factors: OpenID's own, Okta's, Entra's and NIST's. */
const strongContexts =
  /^(phrh?|http:\/\/schemas\.openid\.net\/pape\/policies\/2007\/06\/multi-factor|urn:okta:loa:2fa:any|possessionorinherence|https:\/\/refeds\.org\/profile\/mfa)$/

/** Whether the provider asked for a second step at this sign-in: it says so, or names two factors. */
export function hasSecondStep({ amr, acr }: Claims): boolean {
  const methods = Array.isArray(amr) ? amr : []
  return (
    methods.includes('mfa') ||
    new Set(methods.flatMap((method) => kindsOfMethods.get(method) ?? [])).size > 1 ||
    (typeof acr === 'string' && strongContexts.test(acr))
  )
}

/**
 * The permissions of the groups that the claim lists, in the order of `groups`. A missing claim lists
 * none: some providers leave it out for people without groups.
 */
export function permissionsOf(
  claims: Claims,
  { claim, groups }: { claim: string; groups: ReadonlyMap<string, readonly Permission[]> },
): Permission[] {
  const value = claims[claim]
  const named = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  const given = [...groups].flatMap(([name, list]) => (named.includes(name) ? list : []))
  return [...new Set(given)].sort()
}
