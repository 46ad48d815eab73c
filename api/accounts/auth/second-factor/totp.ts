import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// The defaults of all authenticator apps (RFC 6238 §4).
const period = 30
const digits = 6

/** 160 random bits in hex, as long as the hash they are used with (RFC 4226 §4). */
export const newSecret = () => randomBytes(20).toString('hex')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret as people and apps write it: base32 (RFC 4648 §6). 160 bits need no padding. */
export function base32(secret: string): string {
  const bits = [...Buffer.from(secret, 'hex')].map((byte) => byte.toString(2).padStart(8, '0'))
  const fives = bits.join('').match(/.{5}/g) ?? []
  return fives.map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

/** The QR code's content: the address that authenticator apps open, for this account and site. */
export function setUpAddress(secret: string, site: string, account: string): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(site)}`
}

/** The time step of a moment (ms since 1970). */
export const stepAt = (time: number) => Math.floor(time / 1000 / period)

/** The code of one step: HOTP (RFC 4226 §5.3) with the step as the counter. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', Buffer.from(secret, 'hex')).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const isEqual = (code: string, given: string) =>
  timingSafeEqual(Buffer.from(code), Buffer.from(given))

/**
 * The step after `lastStep` whose code was given, if any. Clocks may be one step off (RFC 6238
 * §5.2). Compares all steps, so that timing reveals nothing.
 */
export function stepOf(secret: string, given: string, lastStep = 0): number | undefined {
  if (!/^\d{6}$/.test(given)) return undefined
  const now = stepAt(Date.now())
  return [now - 1, now, now + 1]
    .filter((step) => isEqual(codeOf(secret, step), given))
    .find((step) => step > lastStep)
}
