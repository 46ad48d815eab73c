import { afterEach, describe, expect, it } from 'vitest'
import { NotSent } from './failure.ts'
import { type Mailer, openMailer } from './mailer.ts'
import { isOnLoopback, isReserved, neverSent } from './reserved.ts'

const message = (to: string) => ({
  to,
  message_id: '<1@jobs.brackwater.ie>',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
})
let mailer: Mailer | undefined
afterEach(() => mailer?.close())

describe('isReserved', () => {
  it.each([
    'a@example.com',
    'a@Careers.Example.ORG',
    'a@example.net.',
    'a@b.example',
    'a@b.test',
    'a@b.invalid',
    '"@foyer.dev"@example.com',
  ])('%s belongs to nobody', (address) => {
    expect(isReserved(address)).toBe(true)
  })
  it.each([
    'a@example.ie',
    'a@myexample.com',
    'a@example.com.au',
    'example.com@foyer.dev',
    'a@contest',
  ])('%s may belong to someone', (address) => {
    expect(isReserved(address)).toBe(false)
  })
})

describe('mail to an address for examples', () => {
  it('is refused for good without asking the mail server', async () => {
    // Asking would fail with another sentence: nobody listens there.
    const options = { from: 'jobs@brackwater.ie', folder: '/nowhere' }
    mailer = openMailer({ url: 'smtp://mail.invalid:9', ...options })
    const error = await mailer.send(message('olena@example.com')).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(NotSent)
    expect(error).toMatchObject({ message: neverSent, whose: 'message', permanent: true })
  })

  it.each(['localhost', '127.0.0.1', '[::1]', '::1'])(
    'is handed to a server on this machine: %s',
    (host) => {
      expect(isOnLoopback(host)).toBe(true)
    },
  )
  it('is not handed to a server whose name begins like this machine', () => {
    expect(isOnLoopback('127.0.0.1.example.com')).toBe(false)
    expect(isOnLoopback('localhost.brackwater.ie')).toBe(false)
  })
})
