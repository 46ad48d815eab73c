import { expect, test } from 'vitest'
import { resumeDisposition } from '#api/files/content-disposition.ts'
import { fileNameOf } from './download.ts'

const nameFor = (first_name: string, last_name: string, type = 'pdf') =>
  fileNameOf(resumeDisposition({ id: 7, first_name, last_name, type }))

test('a resume is saved under the full name that the server gives it', () => {
  expect(nameFor('Mira', 'Novak', 'docx')).toBe('resume-Mira-Novak.docx')
  expect(nameFor('Zoë', 'Łukasiewicz')).toBe('resume-Zoë-Łukasiewicz.pdf')
  expect(nameFor('明', '李')).toBe('resume-明-李.pdf')
  expect(nameFor("D'Arcy", 'O(Neil)')).toBe("resume-D'Arcy-O(Neil).pdf")
})

test('a header with the plain name only gives that', () => {
  expect(fileNameOf('attachment; filename="a \\"b\\".pdf"')).toBe('a "b".pdf')
  expect(fileNameOf('attachment; filename=resume-7.pdf')).toBe('resume-7.pdf')
})

test('a broken extended name falls back to the plain one', () => {
  expect(fileNameOf(`attachment; filename="ok.pdf"; filename*=UTF-8''%E0%A4`)).toBe('ok.pdf')
})

test('without a name there is none', () => {
  expect(fileNameOf('attachment')).toBeUndefined()
  expect(fileNameOf(null)).toBeUndefined()
})
