import { isDeepStrictEqual } from 'node:util'

/** A catalog or a part of it. An object with `other` is a plural text. */
export type Part = string | readonly string[] | { readonly [key: string]: Part }

/** One text of English, in one plural form of the language that it is translated to. */
type Entry = {
  /** Such as `jobs.count.one` or `accessibility.limits.0`. */
  path: string
  english: string
  /** Set on the forms of a plural text. */
  category?: Intl.LDMLPluralRule
  /** What every form must name, but for `{n}` where a form is for one number. */
  placeholders: readonly string[]
  /** In characters. */
  maxLength: number
}

const order = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** The plural categories (Unicode CLDR) of a language. */
export function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  const { pluralCategories: known } = new Intl.PluralRules(language).resolvedOptions()
  return order.filter((category) => known.includes(category))
}

const countable = [...Array.from({ length: 102 }, (_, n) => n), 1000, 1_000_000, 0.5, 1.5]

/** Numbers that take a plural form, for translators. */
export const examplesOf = (category: Intl.LDMLPluralRule, language: string): number[] => {
  const rules = new Intl.PluralRules(language)
  return countable.filter((n) => rules.select(n) === category).slice(0, 3)
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/** Buttons and menus: two stand side by side at a width of 320 pixels. */
const narrow =
  /^(site\.menu|jobs\.filters|consent\.(allow|refuse|change)$|failure\.tryAgain$|form\.(submit|submitting|clear)$|job\.(apply|share|copyLink)$|jobs\.(search|previous|next|apply|applyFilters|showAll)$|application\.(undo|withdraw|erase|download|ask\.cancel|save\w+|sendNewLink|(messages|documents)\.send|interview\.(pick|noneSave|cancelSave))$)/

/** Other languages need a third more than English, and short texts more than that. Sentences wrap. */
function maxLengthOf(path: string, english: string) {
  const isWord = !english.includes(' ')
  const [factor, more] = narrow.test(path) ? [1.4, 10] : isWord ? [1.6, 18] : [1.7, 26]
  return Math.max(Math.ceil(lengthOf(english) * factor), lengthOf(english) + more)
}

const lengthOf = (text: string) => [...text].length

const isPlural = (part: object): part is { other: string } => 'other' in part

function entry(path: string[], english: string, category?: Intl.LDMLPluralRule, other = english) {
  return {
    path: path.join('.'),
    english,
    category,
    placeholders: placeholdersOf(other),
    maxLength: maxLengthOf(path.join('.'), english),
  }
}

/** Every text that a catalog of `language` needs. */
export function entriesOf(english: Part, language: string, path: string[] = []): Entry[] {
  if (typeof english === 'string') return [entry(path, english)]
  if (isPlural(english)) {
    const forms = english as { other: string } & Record<string, string>
    return pluralCategories(language).map((category) =>
      entry([...path, category], forms[category] ?? forms.other, category, forms.other),
    )
  }
  return Object.entries(english).flatMap(([key, part]) => entriesOf(part, language, [...path, key]))
}

/** The texts of a catalog by path. */
export function textsOf(part: Part, path: string[] = []): [string, string][] {
  if (typeof part === 'string') return [[path.join('.'), part]]
  return Object.entries(part).flatMap(([key, inner]) => textsOf(inner, [...path, key]))
}

/** A catalog in the order of English. */
export function catalogOf(
  english: Part,
  language: string,
  texts: ReadonlyMap<string, string>,
  path: string[] = [],
): Part {
  const at = (key: string | number) => [...path, String(key)]
  if (typeof english === 'string') return texts.get(path.join('.')) ?? ''
  if (Array.isArray(english)) return english.map((_, n) => texts.get(at(n).join('.')) ?? '')
  const keys = isPlural(english) ? pluralCategories(language) : Object.keys(english)
  return Object.fromEntries(
    keys.map((key) => [
      key,
      isPlural(english)
        ? (texts.get(at(key).join('.')) ?? '')
        : catalogOf((english as Record<string, Part>)[key] ?? '', language, texts, at(key)),
    ]),
  )
}

const isGroup = (part: Part | undefined): part is { readonly [key: string]: Part } =>
  typeof part === 'object' && !Array.isArray(part) && !isPlural(part)

/** What a catalog says otherwise than `base`; plural texts and lists as a whole. */
export function differencesFrom(base: Part, catalog: Part): Part {
  if (!isGroup(base) || !isGroup(catalog)) return catalog
  const changed = Object.entries(catalog).flatMap(([key, part]) => {
    const before = base[key] ?? ''
    return isDeepStrictEqual(before, part) ? [] : [[key, differencesFrom(before, part)]]
  })
  return Object.fromEntries(changed)
}

const list = (names: readonly string[]) => names.join(', ')

/** What is wrong with a translation, one sentence each. */
export function textFaults(
  { path, english, category, placeholders, maxLength }: Entry,
  text: string | undefined,
  language: string,
): string[] {
  if (!text?.trim()) return ['has no translation']
  const faults: string[] = []
  const found = placeholdersOf(text)
  const needed = placeholders.filter((name) => name !== '{n}' || !category || category === 'other')
  const missing = needed.filter((name) => !found.includes(name))
  const unknown = found.filter((name) => !placeholders.includes(name))
  if (missing.length) faults.push(`lacks ${list(missing)}`)
  if (unknown.length) faults.push(`has ${list(unknown)}, which English doesn't have`)
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) faults.push('has a brace that is not closed')
  if (lengthOf(text) > maxLength)
    faults.push(`is ${lengthOf(text)} characters long, at most ${maxLength} fit`)
  if (/\p{Cc}/u.test(text)) faults.push('has a line break or a tab')
  if (/\p{Zs}{2}/u.test(text)) faults.push('has two spaces in a row')
  const ends = (one: string) => [/^\s/.test(one), /\s$/.test(one)].join()
  if (ends(text) !== ends(english))
    faults.push('must begin and end with a space where English does')
  if (path === 'dateLocale' && !isLocaleOf(text, language))
    faults.push(`must be a locale of ${language}, such as ${language}-${regionOf(language)}`)
  return faults
}

function isLocaleOf(tag: string, language: string) {
  try {
    return new Intl.Locale(tag).language === language.slice(0, 2)
  } catch {
    return false
  }
}

const regionOf = (language: string) => new Intl.Locale(language).maximize().region
