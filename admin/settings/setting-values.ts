import { builtIn, kindOf } from '#api/core/site-settings/contract/table.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import { titleOf } from './queries.ts'

/** The setting's name in words. */
export const labelOf = (key: string) => builtIn(key)?.label ?? titleOf(key)

/** A typed value: trimmed, a web address with https:// in front. */
export function completed(key: string, typed: string): string {
  const value = typed.trim()
  const { kind } = kindOf(key)
  if (!value || (kind !== 'url' && kind !== 'site') || /^[a-z]+:\/\//i.test(value)) return value
  const address = linkAddress(value)
  // A site's address has no path of its own to end with a slash.
  return address?.startsWith('https://') ? address.replace(/^(https:\/\/[^/]+)\/$/, '$1') : value
}
