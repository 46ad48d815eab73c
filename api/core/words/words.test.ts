import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { entriesOf, type Part, textFaults, textsOf } from '#scripts/words/catalog.ts'
import { differences } from './contract/de-du.ts'
import { addressGermansWith, catalogOf, catalogs, languages, wordsOf } from './contract.ts'

/** Every word with its path; a list or a plural text is one word. */
const list = (part: Part, path: string[] = []): [string, Part][] =>
  typeof part === 'string' || Array.isArray(part) || 'other' in part
    ? [[path.join('.'), part]]
    : Object.entries(part).flatMap(([key, inner]) => list(inner, [...path, key]))

const root = fileURLToPath(new URL('../../..', import.meta.url))
const codeFiles = ['api', 'site', 'admin']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /(?<!\.(?:test|e2e|http))\.(?:tsx?|astro)$/.test(file))
const sources = codeFiles
  .filter((file) => !file.startsWith('admin/') || file.startsWith('admin/ui/editor/'))
  .filter((file) => !/^api\/core\/words\/contract\/[a-z]{2}(-[a-z]{2})?\.ts$/.test(file))
  // Words by the value of a column are under its values.
  .concat('db/enums.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

/** `words.a.key` or `words().a.key`, also where `words` is a part of the catalog; or the quoted name of a key. */
const isUsed = (key: string) =>
  new RegExp(`[wW]ords(\\(\\))?(\\??\\.\\w+)*\\??\\.${key}\\b|'${key}'`).test(sources)

test('every word of the catalog is used', () => {
  const keys = list(languages.en).map(([path]) => path)
  expect(keys.filter((path) => !isUsed(path.split('.').at(-1) ?? ''))).toEqual([])
})

const texts = (word: Part) => textsOf(word).map(([, text]) => text)

/** What a language writes as English does, and why. */
const sameAsEnglish: Record<string, Record<string, string>> = {
  de: {
    Team: 'the usual word',
    Name: 'the usual word',
    Link: 'the usual word',
    Hybrid: 'the usual word in job ads',
    Remote: 'the usual word in job ads',
    'Remote ({countries})': 'the usual word in job ads',
    Analytics: 'the name of the service',
    '(optional)': 'the usual word',
  },
  es: { 'Error: {title}': 'the same word', No: 'the same word' },
  fr: {
    Menu: 'the same word',
    Messages: 'the same word',
    Page: 'the same word',
    Type: 'the same word',
    '{n} minute': 'the same word',
    '{n} minutes': 'the same word',
    '{title}, page {page}': 'the same word',
  },
}

/** What the typography of a language has no place for. */
const wrongTypography: Record<string, RegExp> = {
  de: /["'”»«]|„[^“]*$|^[^„]*“/,
  // A narrow no-break space before these and inside the quotation marks.
  fr: /["“”]|(?<![\u202f\u00a0])[;!?»]|«(?![\u202f\u00a0])|(?<![\u202f\u00a0]|tel):/,
  es: /["]|^[^¡]*!|^[^¿]*\?/,
}

const translations = Object.entries(catalogs).filter(([language]) => language !== 'en')

describe.each(translations)('the catalog %s', (language, words) => {
  const english = new Map(textsOf(languages.en))
  const entries = entriesOf(languages.en, language)

  test('has every text and plural form of the language, and no others', () => {
    expect(textsOf(words).map(([path]) => path)).toEqual(entries.map(({ path }) => path))
  })

  test('has the placeholders, lengths and spaces that English asks for', () => {
    const found = new Map(textsOf(words))
    const faults = entries.flatMap((entry) =>
      textFaults(entry, found.get(entry.path), language).map((fault) => `${entry.path}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  test('repeats no English text without a reason', () => {
    const same = textsOf(words)
      .filter(([path, text]) => english.get(path) === text)
      .filter(([, text]) => /\p{L}/u.test(text.replace(/\{\w+\}/g, '')))
    expect([...new Set(same.map(([, text]) => text))].sort()).toEqual(
      Object.keys(sameAsEnglish[language.slice(0, 2)] ?? {}).sort(),
    )
  })

  test('has the typography of the language', () => {
    const wrong = wrongTypography[language.slice(0, 2)]
    expect(texts(words).filter((text) => wrong?.test(text))).toEqual([])
  })

  test('writes dates and numbers in the language', () => {
    expect(new Intl.Locale(words.dateLocale).language).toBe(language.slice(0, 2))
    expect(Intl.DateTimeFormat.supportedLocalesOf(words.dateLocale)).toHaveLength(1)
  })
})

describe('German with "du"', () => {
  /** Where these words stand for a thing or for others. */
  const others = ['Sie wurde am {date} geschlossen.']

  test('never says "Sie"', () => {
    const formal = texts(catalogs['de-du']).filter((text) => /\b(Sie|Ihr\w*|Ihnen)\b/.test(text))
    expect(formal).toEqual(others)
  })

  test('differs only where it says something else', () => {
    const german = new Map(textsOf(languages.de))
    const same = textsOf(differences as Part).filter(([path, text]) => german.get(path) === text)
    expect(same).toEqual([])
  })

  test('is what a site reads that chose it, and other languages stay', () => {
    expect(wordsOf('de')).toBe(languages.de)
    addressGermansWith('du')
    try {
      expect(wordsOf('de')).toBe(catalogs['de-du'])
      expect(wordsOf('fr')).toBe(languages.fr)
      expect(catalogOf('de')).toBe('de-du')
    } finally {
      addressGermansWith('sie')
    }
  })

  test('is nowhere passed over: only `wordsOf` picks a catalog', () => {
    // By name, English is that of staff.
    const picks =
      /import \{[^}]*\b(?:languages|catalogs)\b[^}]*\} from '[^']*words\/contract\.ts'[\s\S]*\b(?:languages(?!\.en\b)[[.)]|catalogs\b)|words\/contract\/(?:de|de-du|es|fr)\.ts'/
    const bypasses = codeFiles
      .filter((file) => !file.startsWith('api/core/words/contract'))
      .filter((file) => picks.test(readFileSync(join(root, file), 'utf8')))
    // Finds what was written in any of them.
    expect(bypasses).toEqual(['api/hiring/candidate/history.ts'])
  })
})
