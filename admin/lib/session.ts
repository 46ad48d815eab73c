import type { Permission, Role } from '#api/accounts/auth/contract/access.ts'
import type { Tell } from '#api/hiring/applications/contract/status.ts'
import { forgetDrafts } from './drafts.ts'
import { forgetList } from './last-list.ts'
import { forgetRecentPlaces } from './recent-places.ts'
import { pathOnSite } from './site-address.ts'

/** The signed-in user, as the API returns them. */
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
  /** Missing in what an earlier version stored. */
  notify_applications?: boolean
  notify_messages?: boolean
  tell?: Tell | null
  team_jobs?: number[]
  company_sign_in?: { label: string; only: boolean } | null
  has_password?: boolean
  /** Set when two-step sign-in must be set up first. */
  second_factor_missing?: true
}

/** Whether the person has a password that they may sign in with. */
export const usesPassword = ({ has_password = true, company_sign_in, role }: Person): boolean =>
  has_password && (!company_sign_in?.only || role === 'admin')

const destination = 'intendedDestination'

/** Whether the browser lets the site store anything; some throw on each access. */
export function canStore(): boolean {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('canStore', '')
      storage.removeItem('canStore')
    }
    return true
  } catch {
    return false
  }
}

/** The bearer token; null when signed out. */
export const token = () => localStorage.getItem('token')

/** The stored user, not verified by the server; null when signed out. */
export function storedPerson(): Person | null {
  try {
    return token() ? (JSON.parse(localStorage.getItem('user') ?? 'null') as Person | null) : null
  } catch {
    return null
  }
}

let isLoggedOut = false

/** Whether this page has logged out, rather than lost its session. */
export const hasLoggedOut = () => isLoggedOut

export function keepSession(newToken: string, person: Person) {
  isLoggedOut = false
  localStorage.setItem('token', newToken)
  localStorage.setItem('user', JSON.stringify(person))
}

/** Updates the stored user, unless they signed out meanwhile. */
export function keepPerson(person: Person) {
  if (token()) localStorage.setItem('user', JSON.stringify(person))
}

export function forgetSession() {
  localStorage.removeItem('token')
  localStorage.removeItem('user')
}

/** Clears the session, intended destination, drafts, last list and recent places. */
export function forgetEverything() {
  isLoggedOut = true
  forgetSession()
  sessionStorage.removeItem(destination)
  forgetDrafts()
  forgetList()
  forgetRecentPlaces()
}

/** Remembers path and query for after the next sign-in. */
export const rememberDestination = () =>
  sessionStorage.setItem(destination, location.pathname + location.search)

/** Removes and returns the remembered destination; null unless it is a back office path. */
export function takeDestination(): string | null {
  const remembered = sessionStorage.getItem(destination)
  sessionStorage.removeItem(destination)
  if (!remembered) return null
  const url = URL.parse(remembered, location.origin)
  const ours =
    url?.origin === location.origin && /^\/backoffice(\/|$)/.test(pathOnSite(url.pathname) ?? '')
  return ours ? url.pathname + url.search : null
}

/** A message for the sign-in to show once. Not in the URL, where anyone could inject text. */
export const leaveHint = (sentence: string) => sessionStorage.setItem('signInHint', sentence)

export function takeHint(): string | undefined {
  const sentence = sessionStorage.getItem('signInHint') ?? undefined
  sessionStorage.removeItem('signInHint')
  return sentence
}
