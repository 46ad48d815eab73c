import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base32: no look-alike characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const howMany = 10

/** Typed or pasted code without spaces and hyphens. */
export const bare = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()

/** The stored form: SHA-256 in hex of the normalized code. */
export const recoveryId = (typed: string) =>
  createHash('sha256').update(bare(typed).replaceAll('o', '0').replace(/[il]/g, '1')).digest('hex')

/** 80 random bits, in four groups of four. */
const newCode = () =>
  [...randomBytes(16)]
    .map((byte) => alphabet[byte % 32])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

export const newRecoveryCodes = () => Array.from({ length: howMany }, newCode)
