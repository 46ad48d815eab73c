import { slugify } from '#api/website/pages/contract.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with control characters
const plain = /^[\u0000-\u007F]*$/

/**
 * A slug for a title in any script: 'О компании' becomes 'o-kompanii'. The transliteration tables
 * are large and loaded on demand; if that fails, non-Latin letters are dropped.
 */
export async function slugFor(title: string): Promise<string> {
  if (plain.test(title)) return slugify(title)
  const latin = await import('transliteration').then(
    ({ transliterate }) => transliterate(title.normalize('NFC')),
    () => title,
  )
  return slugify(latin)
}
