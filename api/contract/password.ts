/** The lengths of a new password, in characters. NIST SP 800-63B-4 §3.1.1.2: length counts, rules of composition do not help. */
export const passwordLength = { min: 12, max: 128 }

/** What stands beside each other in the alphabet, among the digits and on keyboards. */
const rows = [
  ...['01234567890123456789', '12345678901234567890', 'abcdefghijklmnopqrstuvwxyzabcdefghijkl'],
  ...['qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'],
]

function isRow(password: string): boolean {
  const forwards = password.toLowerCase()
  const backwards = [...forwards].reverse().join('')
  return rows.some((row) => row.includes(forwards) || row.includes(backwards))
}

/** A piece that would be too short for a password, over and over; or two or three characters in any order. */
function repeatsItself(password: string): boolean {
  if (new Set(password).size < 4) return true
  for (let piece = 1; piece < passwordLength.min && piece * 2 <= password.length; piece++)
    if (password.slice(piece) === password.slice(0, -piece)) return true
  return false
}

/**
 * What is wrong with a new password, whoever's it is; undefined when nothing is. Without zod, so
 * that small pages can ask as well. The server knows more: see `api/domain/password-rules.ts`.
 */
export function passwordFault(password: string): string | undefined {
  const { min, max } = passwordLength
  if (password.length < min) return `Use at least ${min} characters`
  if (password.length > max) return `Use at most ${max} characters`
  if (!password.isWellFormed()) return 'Contains a broken character'
  if (repeatsItself(password))
    return 'This repeats itself, which is easy to guess. Use several words instead.'
  if (isRow(password))
    return 'This is a row of keys, which is easy to guess. Use several words instead.'
  return undefined
}
