import type { Call } from './description.ts'

/** The calls in which each of the words occurs: in method, path, tag, summary or who may make it. */
export function matching(calls: readonly Call[], q: string): readonly Call[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ method, path, tag, summary, who }) => {
    const text = `${method} ${path} ${tag} ${summary} ${who}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
