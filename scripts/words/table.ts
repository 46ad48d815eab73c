import { csvLine } from '#api/core/http/csv.ts'
import { languages } from '#api/core/words/contract.ts'
import {
  catalogOf,
  differencesFrom,
  entriesOf,
  examplesOf,
  type Part,
  pluralCategories,
  textFaults,
  textsOf,
} from './catalog.ts'
import { parseCsv } from './csv.ts'

/** All languages that Intl knows, in two letters, as the names of the catalogs are; German also with "du". */
export const isLanguage = (code: string | undefined): code is string =>
  Boolean(
    code && /^(?:[a-z]{2}|de-du)$/.test(code) && Intl.PluralRules.supportedLocalesOf(code).length,
  )

/** The nearest comment above a path. */
function commentAt(comments: ReadonlyMap<string, string>, path: string): string {
  const parts = path.split('.')
  while (parts.length) {
    const comment = comments.get(parts.join('.'))
    if (comment) return comment
    parts.pop()
  }
  return ''
}

/** A table for translators, as CSV; with byte order mark, which Excel needs to read UTF-8. */
export function exportWords(
  english: Part,
  comments: ReadonlyMap<string, string>,
  language: string,
  catalog: Part | undefined,
): string {
  const texts = new Map(catalog ? textsOf(catalog) : [])
  const rows = entriesOf(english, language).map(({ path, english, category, maxLength }) => {
    const form = category && `Form for numbers like ${examplesOf(category, language).join(', ')}.`
    const comment = [commentAt(comments, path), form].filter(Boolean).join(' ')
    return csvLine([path, english, texts.get(path) ?? '', comment, maxLength])
  })
  return `\ufeff${csvLine(['path', 'en', language, 'comment', 'maximum_length'])}${rows.join('')}`
}

/** `csvLine` puts an apostrophe before what a spreadsheet would take for a formula. */
const typed = (cell = '') => cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')

type Imported = { language: string; texts: number; faults: string[]; catalog: Part }

/**
 * Reads such a table. Columns are found by their heading, lines above it are left out: npm prints
 * some before the output of a script.
 * @throws when it is no such table at all
 */
export function importWords(english: Part, csv: string): Imported {
  const heading = /^\ufeff?"?path"?([,;\t])/m.exec(csv)
  if (!heading) throw new Error('the column “path” is missing: export the table anew')
  const [names = [], ...rows] = parseCsv(
    csv.slice(heading.index).replace('\ufeff', ''),
    heading[1] ?? ',',
  )
  const language = names.find((name) => name !== 'en' && isLanguage(name))
  if (!language) throw new Error('no column is named as a language, such as “de”')
  const column = (name: string) => names.indexOf(name)
  const [pathColumn, englishColumn, textColumn] = [column('path'), column('en'), column(language)]

  const entries = new Map(entriesOf(english, language).map((entry) => [entry.path, entry]))
  const texts = new Map<string, string>()
  const faults: string[] = []
  for (const row of rows) {
    const path = row[pathColumn]?.trim() ?? ''
    const entry = entries.get(path)
    if (!row.some(Boolean)) continue
    if (!entry) {
      const forms = pluralCategories(language).join(', ')
      faults.push(`${path}: there is no such text in English (plural forms: ${forms})`)
    } else if (texts.has(path)) faults.push(`${path}: is there twice`)
    else {
      const text = typed(row[textColumn])
      texts.set(path, text)
      const translated = englishColumn < 0 ? entry.english : typed(row[englishColumn])
      if (translated !== entry.english)
        faults.push(
          `${path}: English has changed to “${entry.english}”; translate that and put it into the column “en”`,
        )
      for (const fault of textFaults(entry, text, language)) faults.push(`${path}: ${fault}`)
    }
  }
  for (const path of entries.keys())
    if (!texts.has(path)) faults.push(`${path}: the row is missing`)
  return { language, texts: texts.size, faults, catalog: catalogOf(english, language, texts) }
}

const head = "import type { Words } from '../contract.ts'\n\n"

/** A catalog as a module, not formatted yet, with what is above that of `before`. */
export function sourceOf(language: string, catalog: Part, before = head) {
  const [above = ''] = before.split(/^(?:export )?const /m)
  if (language === 'de-du') {
    const parts = [
      [
        'differences: Differences<typeof de>',
        JSON.stringify(differencesFrom(languages.de, catalog)),
      ],
      ['deDu', 'withDifferences(de, differences)'],
    ]
    return above + parts.map(([name, value]) => `export const ${name} = ${value}\n`).join('\n')
  }
  return `${above}export const ${language}: Words = ${JSON.stringify(catalog)}\n`
}
