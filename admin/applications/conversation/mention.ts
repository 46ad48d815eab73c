import { fullName } from '#api/core/http/contract/text.ts'
import type { Reviewer } from './comments.ts'

/** What is typed after an @ before the caret; undefined when the caret is not in a mention. */
export function soughtAt(text: string, caret: number): string | undefined {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return undefined
  const sought = text.slice(at + 1, caret)
  return /^[\p{L}\p{M}'’ -]{0,60}$/u.test(sought) && !sought.includes('  ') ? sought : undefined
}

/** The colleagues with a name that begins so, at most five. */
export const suggested = (sought: string, reviewers: readonly Reviewer[]): Reviewer[] => {
  const begin = sought.toLowerCase()
  return reviewers
    .filter((one) => {
      const name = fullName(one).toLowerCase()
      return (
        name !== begin && (name.startsWith(begin) || one.last_name.toLowerCase().startsWith(begin))
      )
    })
    .slice(0, 5)
}

/** The text with the mention before the caret completed, and where the caret goes. */
export function completed(text: string, caret: number, reviewer: Reviewer) {
  const at = text.lastIndexOf('@', caret - 1)
  const begin = `${text.slice(0, at)}@${fullName(reviewer)} `
  return { text: begin + text.slice(caret).trimStart(), caret: begin.length }
}
