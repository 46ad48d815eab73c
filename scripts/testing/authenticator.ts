import { codeOf, stepAt } from '#api/accounts/auth/second-factor/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function hexOf(base32: string): string {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('')
}

/** An authenticator app with a base32 secret. `off` returns the code that many steps from now. */
export function authenticator(base32: string) {
  const secret = hexOf(base32)
  return { code: (off = 0) => codeOf(secret, stepAt(Date.now()) + off) }
}
