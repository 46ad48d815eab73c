import { describe, expect, test } from 'vitest'
import { guessDateOrder, guessMapping, guessSource } from './guess.ts'
import { parseDate, splitName, statusOf } from './values.ts'

describe('parseDate', () => {
  test.each([
    ['2025-03-14', 'dmy', '2025-03-14T11:00:00.000Z'],
    ['14.03.2025', 'dmy', '2025-03-14T11:00:00.000Z'],
    ['3/14/2025', 'mdy', '2025-03-14T11:00:00.000Z'],
    ['03/04/2025', 'dmy', '2025-04-03T10:00:00.000Z'],
    ['03/04/2025', 'mdy', '2025-03-04T11:00:00.000Z'],
    ['25-03-14', 'ymd', '2025-03-14T11:00:00.000Z'],
    ['14.3.25', 'dmy', '2025-03-14T11:00:00.000Z'],
    ['14. März 2025', 'dmy', '2025-03-14T11:00:00.000Z'],
    ['14 de marzo de 2025', 'dmy', '2025-03-14T11:00:00.000Z'],
    ['March 14, 2025', 'mdy', '2025-03-14T11:00:00.000Z'],
    ['14 févr. 2025', 'dmy', '2025-02-14T11:00:00.000Z'],
    ['2025-03-14 09:30', 'dmy', '2025-03-14T08:30:00.000Z'],
    ['2025-03-14 09:30:00 UTC', 'dmy', '2025-03-14T09:30:00.000Z'],
    ['2025-03-14T09:30:00.123-05:00', 'ymd', '2025-03-14T14:30:00.000Z'],
    ['03/14/2025 02:05 PM', 'mdy', '2025-03-14T13:05:00.000Z'],
  ] as const)('reads %s (%s) as %s', (given, order, expected) => {
    expect(parseDate(given, order, 'Europe/Berlin')).toBe(expected)
  })

  test.each([
    '',
    'soon',
    '31.02.2025',
    '14.13.2025',
    '2025',
    '45730',
    '2025-03-14 25:00',
    '1/2/3/4',
    `14.03.2025 10:30${' '.repeat(99_999)}x`,
  ])('finds no date in “%.40s”', (given) => {
    expect(parseDate(given, 'dmy', 'Europe/Berlin')).toBeUndefined()
  })
})

test.each([
  ['Mira Ray', ['Mira', 'Ray']],
  ['Ray, Mira', ['Mira', 'Ray']],
  ['Mira Jane de la Ray', ['Mira Jane', 'de la Ray']],
  ['Ludwig van Beethoven', ['Ludwig', 'van Beethoven']],
  ['Madonna', ['', 'Madonna']],
])('splitName divides “%s”', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})

test.each([
  ['Hired', 'selected'],
  ['ABGELEHNT', 'rejected'],
  ['Présélectionnée', 'shortlisted'],
  ['en proceso', 'pending'],
  ['Zurückgezogen', 'withdrawn'],
  ['In der Schwebe', undefined],
])('statusOf reads “%s” as %s', (word, status) => {
  expect(statusOf(word)).toBe(status)
})

describe('guessMapping', () => {
  test.each([
    [['First Name', 'Last Name', 'E-mail', 'Position', 'Applied on', 'Status']],
    [['Vorname', 'Nachname', 'E-Mail-Adresse', 'Stelle', 'Eingangsdatum', 'Bewerbungsstatus']],
    [['Prénom', 'Nom', 'Adresse e-mail', 'Poste', 'Date de candidature', 'Statut']],
    [['Nombre', 'Apellidos', 'Correo electrónico', 'Puesto', 'Fecha de solicitud', 'Estado']],
  ])('knows the names of columns in each language: %s', (columns) => {
    expect(Object.values(guessMapping('applications', columns, []))).toEqual([
      'first_name',
      'last_name',
      'email',
      'job',
      'applied_at',
      'status',
    ])
  })

  test('looks into the cells where a name says nothing', () => {
    const rows = [
      ['mira@example.org', '2025-03-14', 'x'],
      ['ben@example.org', '', 'y'],
    ]
    expect(guessMapping('applications', ['A', 'B', 'C'], rows)).toEqual({
      A: 'email',
      B: 'applied_at',
      C: null,
    })
  })

  test('takes the id of the application before that of the candidate, once', () => {
    expect(guessMapping('applications', ['Candidate ID', 'Application ID'], [])).toEqual({
      'Candidate ID': null,
      'Application ID': 'foreign_id',
    })
  })
})

test.each([
  [['14.03.2025'], 'dmy'],
  [['03/04/2025', '03/14/2025'], 'mdy'],
  [['2025-03-14'], 'ymd'],
  [['03/04/2025'], 'dmy'],
])('guessDateOrder reads %s as %s', (cells, order) => {
  expect(guessDateOrder(cells, { source: 'other', columns: [] })).toBe(order)
})

test('guessSource knows no program by the columns of anybody’s spreadsheet', () => {
  expect(guessSource(['First name', 'Last name', 'Email', 'Job', 'Status'])).toBe('other')
})
