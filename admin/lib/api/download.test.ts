import { expect, test } from 'vitest'
import { fileDisposition } from '#api/core/files/content-disposition.ts'
import { fileNameOf } from './download.ts'

const nameFor = (first_name: string, last_name: string, type = 'pdf') =>
  fileNameOf(fileDisposition({ id: 7, first_name, last_name, type }))

test('a resume keeps the file name from the server', () => {
  expect(nameFor('Mira', 'Novak', 'docx')).toBe('resume-Mira-Novak.docx')
  expect(nameFor('Zoë', 'Łukasiewicz')).toBe('resume-Zoë-Łukasiewicz.pdf')
  expect(nameFor('明', '李')).toBe('resume-明-李.pdf')
  expect(nameFor("D'Arcy", 'O(Neil)')).toBe("resume-D'Arcy-O(Neil).pdf")
})

test('filename is used when filename* is missing', () => {
  expect(fileNameOf('attachment; filename="a \\"b\\".pdf"')).toBe('a "b".pdf')
  expect(fileNameOf('attachment; filename=resume-7.pdf')).toBe('resume-7.pdf')
})

test('a malformed filename* falls back to filename', () => {
  expect(fileNameOf(`attachment; filename="ok.pdf"; filename*=UTF-8''%E0%A4`)).toBe('ok.pdf')
})

test('a header without a file name gives undefined', () => {
  expect(fileNameOf('attachment')).toBeUndefined()
  expect(fileNameOf(null)).toBeUndefined()
})
