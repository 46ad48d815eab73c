// Separate from the schemas, so that small forms need no zod.
import { withoutInvisible } from './text.ts'

export const notAnEmail = 'Enter an email address like name@example.com'

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const htmlEmail = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})*$`)

/** Undefined for text that no address can hold. `URL.parse` is missing in browsers before 2024. */
function asciiDomain(domain: string): string | undefined {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** As typed, with a Unicode domain in ASCII (IDNA), as browsers send it. */
export function asciiEmail(typed: string): string {
  const text = withoutInvisible(typed)
  const [, local = '', domain = ''] = /^([^@]*)@([^\s@/?#:%\\[\]]+)$/.exec(text) ?? []
  const ascii = /[^ -~]/.test(domain) && asciiDomain(domain)
  return ascii ? `${local}@${ascii}` : text
}

/** Whether an `<input type="email">` accepts it; RFC 5321 §4.5.3.1 allows 254 characters. */
export function isEmail(text: string): boolean {
  const email = asciiEmail(text)
  return email.length <= 254 && htmlEmail.test(email)
}

/** A link that begins an email to the address, whatever signs are in it. */
export const mailtoUrl = (email: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Why an email address is invalid, as far as a browser can tell; undefined when it is valid. */
export function emailError(email: string): string | undefined {
  if (!email) return 'Email is required'
  return isEmail(email) ? undefined : notAnEmail
}
