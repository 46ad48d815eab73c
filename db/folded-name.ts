import { foldLetters } from './fold-letters.ts'

/** The column `folded_name` of an application: Ö sorts beside O. Null for names in plain ASCII. */
export function foldedName({ first_name, last_name }: { first_name: string; last_name: string }) {
  const name = `${last_name}\t${first_name}`
  if (/^[\t -~]*$/.test(name)) return null
  return foldLetters(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
