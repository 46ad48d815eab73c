import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { catalogs, languages } from '#api/core/words/contract.ts'
import { runScript } from './run-script.ts'
import { entriesOf, examplesOf, type Part, pluralCategories } from './words/catalog.ts'
import { commentsOf } from './words/comments.ts'
import { parseCsv } from './words/csv.ts'
import { catalogFile, formatted, readSource } from './words/files.ts'
import { exportWords, importWords, sourceOf } from './words/table.ts'

const comments = commentsOf(readSource('en') ?? '', 'en')

const english: Part = {
  title: 'Open “jobs”, {site}',
  count: { one: '{n} job', other: '{n} jobs' },
  rules: ['First', 'Second'],
  undo: { 'undo-all': 'Undo; all' },
}
const german: Part = {
  title: 'Offene „Stellen“, {site}',
  count: { one: '{n} Stelle', other: '{n} Stellen' },
  rules: ['Erstens', 'Zweitens'],
  undo: { 'undo-all': 'Alles; zurück' },
}

const table = (catalog: Part | undefined = german, language = 'de') =>
  exportWords(english, new Map(), language, catalog)

/** The faults of the German table with some of its text replaced. */
const faultsWith = (found: string, put: string) => {
  expect(table()).toContain(found)
  return importWords(english, table().replace(found, put)).faults
}

describe('a table of words', () => {
  test.each(Object.entries(catalogs).filter(([language]) => language !== 'en'))(
    'of %s is imported as it was exported',
    (language, words) => {
      const csv = exportWords(languages.en, comments, language, words)
      const { faults, catalog } = importWords(languages.en, csv)
      expect(faults).toEqual([])
      expect(catalog).toEqual(words)
    },
  )

  test('becomes the file of the catalog as it is', () => {
    const csv = exportWords(languages.en, comments, 'de', languages.de)
    const { language, catalog } = importWords(languages.en, csv)
    const file = catalogFile('de')
    const before = readSource('de')
    expect(formatted(sourceOf(language, catalog, before), file)).toBe(before)
    expect(formatted(sourceOf(language, catalog), file)).toBe(before)
  })

  test('of German with "du" becomes a file of the differences', () => {
    const csv = exportWords(languages.en, comments, 'de-du', catalogs['de-du'])
    const { language, catalog } = importWords(languages.en, csv)
    const before = readSource('de-du')
    expect(formatted(sourceOf(language, catalog, before), catalogFile('de-du'))).toBe(before)
  })

  test('has path, English, translation, comment and maximum length', () => {
    const rows = parseCsv(table().replace('\ufeff', ''), ',')
    expect(rows.slice(0, 3)).toEqual([
      ['path', 'en', 'de', 'comment', 'maximum_length'],
      ['title', 'Open “jobs”, {site}', 'Offene „Stellen“, {site}', '', '45'],
      ['count.one', '{n} job', '{n} Stelle', 'Form for numbers like 1.', '33'],
    ])
  })

  test('of a language without a catalog has its plural forms, to be filled in', () => {
    const rows = parseCsv(exportWords(english, new Map(), 'pl', undefined), ',')
    expect(rows.filter(([path]) => path?.startsWith('count.'))).toEqual([
      ['count.one', '{n} job', '', 'Form for numbers like 1.', '33'],
      ['count.few', '{n} jobs', '', 'Form for numbers like 2, 3, 4.', '34'],
      ['count.many', '{n} jobs', '', 'Form for numbers like 0, 5, 6.', '34'],
      ['count.other', '{n} jobs', '', 'Form for numbers like 0.5, 1.5.', '34'],
    ])
  })

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('saved with %s, by a spreadsheet or below what npm prints, is read', (_, separator) => {
    const rows = parseCsv(table().replace('\ufeff', ''), ',')
    const saved = rows.map((row) =>
      row.map((cell) => (/[;"\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
    )
    const text = saved.map((row) => row.join(separator)).join('\n')
    const { faults, catalog } = importWords(english, `\n> foyer words\n> node\n\n\ufeff${text}`)
    expect(faults).toEqual([])
    expect(catalog).toEqual(german)
  })

  test.each([
    ['a lost placeholder', 'Offene „Stellen“, {site}', 'Offen', 'title: lacks {site}'],
    [
      'an unknown placeholder',
      'Offene „Stellen“, {site}',
      '{site}, {seite}',
      "title: has {seite}, which English doesn't have",
    ],
    ['no translation', 'Erstens', ' ', 'rules.0: has no translation'],
    [
      'a space too many',
      'Erstens',
      ' Erstens',
      'rules.0: must begin and end with a space where English does',
    ],
    ['two spaces', 'Erstens', 'Er  stens', 'rules.0: has two spaces in a row'],
    ['a line break', 'Erstens', 'Er\nstens', 'rules.0: has a line break or a tab'],
    ['a number lost', '{n} Stellen', 'Stellen', 'count.other: lacks {n}'],
    [
      'a text that is too long',
      'Erstens',
      'Erstens'.repeat(4),
      'rules.0: is 28 characters long, at most 23 fit',
    ],
    [
      'another English text',
      '"First"',
      '"At first"',
      'rules.0: English has changed to “First”; translate that and put it into the column “en”',
    ],
    [
      'a plural form of another language',
      '"count.one"',
      '"count.few"',
      'count.few: there is no such text in English (plural forms: one, other)',
    ],
  ])('with %s is refused in one line', (_, found, put, fault) => {
    const faults = faultsWith(found, put)
    expect(faults).toContain(fault)
    expect(faults.filter((line) => !line.endsWith('the row is missing'))).toEqual([fault])
  })

  test('without a row, or with one twice, is refused', () => {
    const [head, ...rows] = table().split('\r\n')
    const csv = [head, rows[0], ...rows.slice(2, 5), rows[2], rows[5]].join('\r\n')
    expect(importWords(english, csv).faults).toEqual([
      'count.other: is there twice',
      'count.one: the row is missing',
    ])
  })

  test('may leave out the number in the form for one', () => {
    expect(faultsWith('{n} Stelle"', 'Eine Stelle"')).toEqual([])
  })

  test.each([
    ['without the column of paths', 'one,two\r\n', /column “path” is missing/],
    ['without a language', 'path,en,comment\r\n', /no column is named as a language/],
    ['with half a cell in quotes', 'path,en,de\r\n"title"x,a,b\r\n', /Line 2 has a quotation mark/],
  ])('%s is no table', (_, csv, message) => {
    expect(() => importWords(english, csv)).toThrow(message)
  })
})

test('commentsOf joins what is above a text and above its part, also of another constant', () => {
  const source = `
    /** Why it is refused. */
    const errors = { gone: 'Gone', /** Of two
     * lines. */ late: 'Late' }
    /** All. */
    const en = { /** A page. */ page: { 'a-b': 'x', /** Its end. */ end: 'y' }, errors, free: 'z' }`
  const found = commentsOf(source, 'en')
  expect(Object.fromEntries(found)).toEqual({
    page: 'A page.',
    'page.a-b': 'A page.',
    'page.end': 'A page. Its end.',
    errors: 'Why it is refused.',
    'errors.gone': 'Why it is refused.',
    'errors.late': 'Why it is refused. Of two lines.',
  })
})

test('every plural category of a language has numbers as examples', () => {
  for (const language of ['ar', 'cs', 'de', 'fr', 'pl', 'es'])
    for (const category of pluralCategories(language))
      expect(examplesOf(category, language), `${language} ${category}`).not.toEqual([])
})

test('entriesOf knows the categories of a language that English lacks', () => {
  const paths = (language: string) =>
    entriesOf({ n: { one: 'a', other: 'b' } }, language).map(({ path }) => path)
  expect(paths('fr')).toEqual(['n.one', 'n.many', 'n.other'])
  expect(paths('ar')).toEqual(['n.zero', 'n.one', 'n.two', 'n.few', 'n.many', 'n.other'])
})

describe('npm run words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'words-'))
  afterAll(() => rm(folder, { recursive: true }))

  test('export writes the table', async () => {
    const { out, code } = await runScript('words.ts', ['export', 'de'])
    expect(code).toBe(0)
    // Decoding took the byte order mark away.
    expect(`\ufeff${out}`).toBe(exportWords(languages.en, comments, 'de', languages.de))
  })

  test('import prints a line per fault and writes nothing', async () => {
    const before = readFileSync(catalogFile('de'), 'utf8')
    const csv = exportWords(languages.en, comments, 'de', languages.de)
    const wrong = csv.replace('"Zum Inhalt springen"', '"Zum {inhalt}"').replace('"Suchen"', '""')
    await writeFile(join(folder, 'de.csv'), wrong)
    const env = { INIT_CWD: folder }
    const { err, code } = await runScript('words.ts', ['import', 'de.csv'], { env })
    expect(code).toBe(1)
    expect(err.trimEnd().split('\n')).toEqual([
      "site.skip: has {inhalt}, which English doesn't have",
      'jobs.search: has no translation',
      'Nothing was written: mend these 2 rows',
    ])
    expect(readFileSync(catalogFile('de'), 'utf8')).toBe(before)
  })

  test('import refuses a file that is not UTF-8', async () => {
    await writeFile(join(folder, 'latin.csv'), Buffer.from('path,en,de\r\na,b,\xfc\r\n', 'latin1'))
    const env = { INIT_CWD: folder }
    const { err, code } = await runScript('words.ts', ['import', 'latin.csv'], { env })
    expect([code, err.trimEnd()]).toEqual([
      1,
      'Nothing was written: latin.csv is not UTF-8: save it as “CSV UTF-8”',
    ])
  })

  test.each([
    [['export', 'en'], /English is the original/],
    [['export', 'german'], /no language code of two letters/],
    [['export'], /npm run words -- export de > de\.csv/],
    [['print', 'de'], /npm run words -- export de > de\.csv/],
  ])('%j says what to call instead', async (args, message) => {
    const { err, code } = await runScript('words.ts', args)
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })
})
