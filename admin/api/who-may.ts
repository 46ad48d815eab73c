import { permissionLabels } from '../users/queries.ts'
import type { Security } from './description.ts'

const label = (need: string) =>
  Object.hasOwn(permissionLabels, need)
    ? permissionLabels[need as keyof typeof permissionLabels].toLowerCase()
    : need

/** Who may make a call, in words, from what it asks of a session. */
export function whoMay(security: Security | undefined): string {
  if (!security?.length) return 'Anyone'
  const needs = security.flatMap(({ bearer = [] }) => bearer)
  const permitted = needs.filter((need) => need !== 'admin').map(label)
  const users = permitted.length ? `users who may ${permitted.join(' or ')}` : ''
  if (security.some(({ bearer }) => !bearer)) return `Anyone; admins and ${users} see more`
  if (!needs.length) return 'Whoever is signed in'
  return users ? `Admins and ${users}` : 'Admins'
}
