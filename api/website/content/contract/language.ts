import { optionalLine } from '#api/core/http/contract/fields.ts'

/** The tag in its canonical form; undefined when it isn't one. */
function canonicalTag(tag: string) {
  // Longer languages are reserved: 'German' is not a language tag.
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return
  }
}

/** A BCP 47 tag; RFC 5646 §4.4.1 recommends room for 35 characters. */
export const languageTag = optionalLine(35)
  .refine((tag) => !tag || canonicalTag(tag), 'Must be a language tag, such as de or pt-BR')
  .transform((tag) => tag && (canonicalTag(tag) ?? null))
