import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test('Gmail delivers to one mailbox whatever dots and tags an address has', () => {
  for (const same of ['m.i.ra@gmail.com', 'Mira+jobs@googlemail.com', 'mira@GMAIL.com'])
    expect(mailboxOf(same)).toBe('mira@gmail.com')
  expect(mailboxOf('m.i.ra@example.org')).toBe('m.i.ra@example.org')
})
