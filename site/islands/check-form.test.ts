import { expect, test } from 'vitest'
import { en } from '#api/words/contract/en.ts'
import { faultText } from '#api/words/contract/fault.ts'
import { fileFault } from './check-form.ts'

test('fileFault accepts a file of exactly the limit and rejects a larger one', () => {
  const file = (size: number) => new File([new Uint8Array(size)], 'cv.pdf')
  expect(fileFault(file(1_048_576), 1)).toBeUndefined()
  expect(fileFault(file(1_048_577), 1)).toEqual({
    key: 'resumeTooLargeBy',
    values: { max: 1, size: '1.1 MB' },
  })
})

test.each([
  ['cv.odt', 'in LibreOffice Writer, File > Export As > Export as PDF'],
  ['cv.RTF', 'in Word, File > Save As > PDF'],
  ['cv.pages', 'in Pages, File > Export To > PDF'],
  ['cv.txt', 'in Notepad, File > Print > Microsoft Print to PDF'],
])('fileFault rejects %s and explains how to save it as PDF', (name, menu) => {
  const fault = fileFault(new File(['x'], name), 1)!
  const text = faultText(fault, en.errors, 'en')
  expect(text).toContain('Save it as PDF and choose it again')
  expect(text).toContain(menu)
})

test.each(['photo.png', 'cv', 'cv.constructor', 'cv.pdf.exe'])('fileFault rejects %s', (name) => {
  expect(fileFault(new File(['x'], name), 1)).toEqual({ key: 'resumeType' })
})
