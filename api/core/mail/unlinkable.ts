import { countries } from '#api/website/jobs/contract/countries.ts'

/** Country domains that are no ISO 3166-1 codes (https://www.iana.org/domains/root/db). */
const otherCountries = new Set(['AC', 'EU', 'SU', 'UK'])

/** Of two Latin letters only countries are domains; of more, new ones come every year. */
const isDomain = (label: string) =>
  !/^[a-z]{2}$/i.test(label) ||
  countries.has(label.toUpperCase()) ||
  otherCountries.has(label.toUpperCase())

const ipAddress = /(?<!\d)\d{1,3}(?:[.。．｡]\d{1,3}){3}(?!\d)/

/** Whether a mail program may make a link of the word; not of 1.10.2026, 2.5, Node.js or e.g. */
function isLinked(word: string): boolean {
  if (/[@＠]|[:：][/／]|\\\\/.test(word) || ipAddress.test(word)) return true
  for (const [, label = ''] of word.matchAll(/[.。．｡](xn--|[\p{L}\p{M}]{2,})/gu))
    if (isDomain(label)) return true
  return false
}

/** What joins the parts of an address. */
const joints = /[@＠.。．｡]|[:：](?=[/／])|\\(?=\\)/g

/**
 * What a stranger typed, word for word, with a zero-width space in all that a mail program would
 * turn into a link.
 */
export const unlinkable = (text: string): string =>
  text.replace(/\S+/g, (word) => (isLinked(word) ? word.replace(joints, '$&\u200b') : word))

/** Letters, blanks and signs of names, with degrees such as Ph.D. */
const namePattern =
  /^(?:[\p{L}\p{M} ,()'’-]|\.(?=[ ,)]|$)|(?<=(?:^|[^\p{L}])\p{Lu}\p{L}?)\.(?=\p{Lu}\p{L}{0,4}(?:[ .,)]|$)))+$/u

/** The name for a greeting; undefined for what isn't one. Anyone can have it sent to any address. */
export const greetedName = (name: string): string | undefined =>
  /\p{L}/u.test(name) && namePattern.test(name) ? unlinkable(name) : undefined
