import { expect, test } from 'vitest'
import { noticeWords } from './mail-server.ts'

test('without a mail server nobody is promised an email for each application', () => {
  const promise = /an email for each/
  for (const words of Object.values(noticeWords(true))) expect(words).toMatch(promise)
  for (const words of Object.values(noticeWords(false))) {
    expect(words).not.toMatch(promise)
    expect(words).toContain('mail server')
  }
})
