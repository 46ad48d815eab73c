import { describe, expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { guessPerson } from './guess-person.ts'

const full = (fileName: string, text = '') => {
  const { first_name, last_name, email } = guessPerson(fileName, text)
  return [first_name, last_name, email]
}

describe('guessPerson', () => {
  test.each([
    [
      'cv.pdf',
      'Mira Østergård-Nguyễn\nBergen · mira@example.com',
      'Mira',
      'Østergård-Nguyễn',
      'mira@example.com',
    ],
    [
      'scan001.pdf',
      'Curriculum Vitae\nANNA MARIA MÜLLER\nanna.mueller@example.de',
      'Anna Maria',
      'Müller',
      'anna.mueller@example.de',
    ],
    ['x.docx', 'Lebenslauf\nPersönliche Daten\nMÜLLER Anna\n', 'Anna', 'Müller', ''],
    ['Anna.docx', 'Müller, Anna\nKöln', 'Anna', 'Müller', ''],
    ['x.pdf', 'Bergen, Norway\nProfile', '', '', ''],
    ['mira.pdf', 'Bergen, Norway\nProfile\nMira Ray', 'Mira', 'Ray', ''],
    [
      'x.doc',
      'Ludwig van der Berg | Software Engineer\nludwig@example.nl',
      'Ludwig',
      'van der Berg',
      'ludwig@example.nl',
    ],
    ['John_Smith_CV_2024_final.pdf', '', 'John', 'Smith', ''],
    ['JohnSmithResume.pdf', 'Senior Software Engineer\nSan Francisco', 'John', 'Smith', ''],
    ['lebenslauf-jana-novak.pdf', 'Berlin Mitte\nJana Novak\n', 'Jana', 'Novak', ''],
    ['cv.pdf', 'Write to <pat.lee@example.org>.', 'Pat', 'Lee', 'pat.lee@example.org'],
    [
      'cv.pdf',
      'Contact: "o\'neil+jobs@mail.example.co.uk",',
      '',
      '',
      "o'neil+jobs@mail.example.co.uk",
    ],
    ['Ian McKay.pdf', '', 'Ian', 'McKay', ''],
    ['resume.pdf', '', '', '', ''],
    ['简历.pdf', '张伟\nwei@example.cn', '', '', 'wei@example.cn'],
  ])('%s with %j', (name, text, first, last, email) => {
    expect(full(name, text)).toEqual([first, last, email])
  })

  test('reads hostile text in linear time', async () => {
    for (const part of ['a@', 'a.', '@a.', 'A ', '\n', "a'a-", 'a@a.a'])
      await expectCpuBelow(300, () =>
        guessPerson(`${part.repeat(70)}.pdf`, part.repeat(100_000 / part.length)),
      )
  })
})
