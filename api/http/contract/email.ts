// What is said of e-mail addresses. Apart from the schemas, so that the small forms need no zod.

export const notAnEmail = 'Enter an email address like name@example.com'

export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** What is wrong with an address that somebody typed, as far as a browser can tell; undefined when nothing is. */
export function emailFault(email: string): string | undefined {
  if (!email) return 'Email is required'
  return looksLikeEmail(email) ? undefined : notAnEmail
}
