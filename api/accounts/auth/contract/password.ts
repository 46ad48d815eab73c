/** In characters. NIST SP 800-63B-4 §3.1.1.2: length counts, composition rules don't help. */
export const passwordLength = { min: 12, max: 128 }

/**
 * Why a new password breaks the rules for all users; undefined when it doesn't. Without zod, so
 * small pages can load it. The server checks more: see `api/accounts/auth/password/password-rules.ts`.
 */
export function passwordError(password: string): string | undefined {
  const { min, max } = passwordLength
  if (password.length < min) return `Use at least ${min} characters`
  if (password.length > max) return `Use at most ${max} characters`
  if (!password.isWellFormed()) return 'Contains a broken character'
  return undefined
}
