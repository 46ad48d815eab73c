import { foldLetters } from './fold-letters.ts'

/** Text without differences of case, accents and such letters as Ø, to compare and sort by. */
export const folded = (text: string) =>
  foldLetters(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The column `folded_name` of an application: Ö sorts beside O. Null for names in plain ASCII. */
export function foldedName({ first_name, last_name }: { first_name: string; last_name: string }) {
  const name = `${last_name}\t${first_name}`
  return /^[\t -~]*$/.test(name) ? null : folded(name)
}
