import { foldLetters } from './fold-letters.ts'

/** Text without differences of case, accents and such letters as Ø, to compare and sort by. */
export const folded = (text: string) =>
  foldLetters(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const unlessPlain = (text: string) => (/^[\t -~]*$/.test(text) ? null : folded(text))

/** The column `folded_name` of an application: Ö sorts beside O. Null for names in plain ASCII. */
export const foldedName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  unlessPlain(`${last_name}\t${first_name}`)

/** The column `folded_title` of a job, likewise. */
export const foldedTitle = ({ title }: { title: string }) => unlessPlain(title)

/** For rows that have no column for it: compares names in the same order. */
export function byName(a: { name: string }, b: { name: string }): number {
  const [one, other] = [folded(a.name), folded(b.name)]
  return one < other ? -1 : Number(one > other)
}
