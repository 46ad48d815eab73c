// Separate from the schemas, so that small forms need no zod.

export const notAnEmail = 'Enter an email address like name@example.com'

export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Why an email address is invalid, as far as a browser can tell; undefined when it is valid. */
export function emailFault(email: string): string | undefined {
  if (!email) return 'Email is required'
  return looksLikeEmail(email) ? undefined : notAnEmail
}
