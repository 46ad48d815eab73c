import type { Permission, Role } from '#api/auth/contract/access.ts'
import { forgetDrafts } from '../lib/drafts.ts'
import { forgetList } from '../lib/last-list.ts'

/** Who is signed in, as the server presents them. */
export type Person = {
  id: number
  email: string
  first_name: string
  last_name: string
  role: Role
  is_active: boolean
  permissions: Permission[]
  created_at: string
  updated_at: string
  /** There when two-step sign-in has to be set up before anything else. */
  second_factor_missing?: true
}

const destination = 'intendedDestination'

/** What every call carries; null when nobody is signed in. */
export const token = () => localStorage.getItem('token')

/** The person of the stored session, not yet checked by the server; null when nobody is signed in. */
export function storedPerson(): Person | null {
  try {
    return token() ? (JSON.parse(localStorage.getItem('user') ?? 'null') as Person | null) : null
  } catch {
    return null
  }
}

export function keepSession(newToken: string, person: Person) {
  localStorage.setItem('token', newToken)
  localStorage.setItem('user', JSON.stringify(person))
}

/** Keeps the person as the server presents them by now; the token stays. */
export const keepPerson = (person: Person) => localStorage.setItem('user', JSON.stringify(person))

export function forgetSession() {
  localStorage.removeItem('token')
  localStorage.removeItem('user')
}

/** Logout forgets also where the person was heading, what was typed and which list was open. */
export function forgetEverything() {
  forgetSession()
  sessionStorage.removeItem(destination)
  forgetDrafts()
  forgetList()
}

/** Remembers path and query, to come back to after signing in. */
export const rememberDestination = () =>
  sessionStorage.setItem(destination, location.pathname + location.search)

/** The remembered destination, once; only ever a path of this site's back office. */
export function takeDestination(): string | null {
  const remembered = sessionStorage.getItem(destination)
  sessionStorage.removeItem(destination)
  if (!remembered) return null
  const url = URL.parse(remembered, location.origin)
  const ours = url?.origin === location.origin && /^\/backoffice(\/|$)/.test(url.pathname)
  return ours ? url.pathname + url.search : null
}

/** Leaves a sentence for the sign-in to show, once. Not in the address: there anyone could make it say anything. */
export const leaveHint = (sentence: string) => sessionStorage.setItem('signInHint', sentence)

/** The sentence that was left, once. */
export function takeHint(): string | undefined {
  const sentence = sessionStorage.getItem('signInHint') ?? undefined
  sessionStorage.removeItem('signInHint')
  return sentence
}
