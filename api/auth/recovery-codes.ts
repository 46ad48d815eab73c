import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base32: no letter in it is taken for a digit or for another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const howMany = 10

/** What somebody typed or pasted, without what they put between the characters. */
export const bare = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()

/** How a code is kept: SHA-256 of it in hex, whichever way it was typed. */
export const recoveryId = (typed: string) =>
  createHash('sha256').update(bare(typed).replaceAll('o', '0').replace(/[il]/g, '1')).digest('hex')

/** 80 random bits, in four groups of four. */
const newCode = () =>
  [...randomBytes(16)]
    .map((byte) => alphabet[byte % 32])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Ten of them, as people are shown them. */
export const newRecoveryCodes = () => Array.from({ length: howMany }, newCode)
