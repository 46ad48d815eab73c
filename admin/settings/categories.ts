import { grouped, type Setting, titleOf } from './queries.ts'
import { labelOf } from './setting-values.ts'

/** Words of what a category has besides its settings. */
const extras: Record<string, string> = {
  candidates: 'Days off public holidays',
  email: 'Test email mail server sender SMTP',
}

const contains = (text: string, words: string[]) => {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

/** All categories, each with what contains every word of the search. */
export function findSettings(settings: readonly Setting[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return grouped(settings).map((group) => {
    const isWhole = contains(group.title, words)
    const textOf = ({ key, value, description }: Setting) =>
      [titleOf(key), labelOf(key), value, description, group.title].join(' ')
    const matches = new Set(
      group.settings
        .filter((setting) => isWhole || contains(textOf(setting), words))
        .map(({ id }) => id),
    )
    const extra = extras[group.category]
    const hasExtra = extra !== undefined && (isWhole || contains(extra, words))
    return { ...group, matches, hasExtra, isFound: matches.size > 0 || hasExtra }
  })
}
