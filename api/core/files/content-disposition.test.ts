import { expect, test } from 'vitest'
import { fileDisposition } from './content-disposition.ts'

const named = (first_name: string, last_name: string, type = 'pdf') =>
  fileDisposition({ id: 7, first_name, last_name, type })

test('a resume is a download named after its person, with its true extension', () => {
  expect(named('Mira', 'Ostergard', 'docx')).toBe(
    `attachment; filename="resume-Mira-Ostergard.docx"; filename*=UTF-8''resume-Mira-Ostergard.docx`,
  )
})

test.each([
  ['Mira', 'Østergård-Nguyễn', 'resume-Mira-Ostergard-Nguyen.pdf'],
  ['Łukasz', 'Weiß', 'resume-Lukasz-Weiss.pdf'],
  ["Sinéad O'Neil", 'van der Berg', 'resume-Sinead-O-Neil-van-der-Berg.pdf'],
  ['李', '明', 'resume-7.pdf'],
  ['..', '/', 'resume-7.pdf'],
  ['../../etc', 'passwd', 'resume-etc-passwd.pdf'],
  ['a";filename="evil.exe', 'b', 'resume-a-filename-evil-exe-b.pdf'],
  ['a\r\nSet-Cookie: x=1', 'b', 'resume-a-Set-Cookie-x-1-b.pdf'],
])('for old clients %s %s is %s', (first, last, name) => {
  expect(named(first, last)).toContain(`attachment; filename="${name}";`)
})

test('for the others the name is whole', () => {
  const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(named('李 明', 'Østergård')) ?? []
  expect(decodeURIComponent(encoded)).toBe('resume-李-明-Østergård.pdf')
})

test.each(["(a)*'b'", '\uD800', '%0d%0a', '🥖', '\u202Efdp.exe', 'a/b\\c:d', '~!#$&+^`|'])(
  'no name gets out of the header: %j',
  (name) => {
    const header = named(name, name)
    expect(header).toMatch(
      /^attachment; filename="resume-[\w-]+\.pdf"; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+$/,
    )
    expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow()
  },
)
