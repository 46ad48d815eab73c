/** Rules of a motivation letter. Separate from the schemas: the public form needs no zod. */

import { visibleLength } from '#api/core/http/contract/text.ts'
import type { FormError } from '#api/core/words/contract/form-error.ts'
import type { FieldMode } from '#db/enums.ts'

/** Unless the job says otherwise. */
export const minLetter = 400
export const maxLetter = 20_000

type Rules = { letter: FieldMode; letter_min: number }

/** What is wrong with a letter; undefined when it is as the job asks for it. */
export function letterError(
  html: string,
  { letter, letter_min: min }: Rules = { letter: 'required', letter_min: minLetter },
): FormError | undefined {
  if (letter === 'off') return
  const length = visibleLength(html)
  if (length === 0) return letter === 'required' ? { key: 'letterRequired' } : undefined
  if (length < min) return { key: 'letterTooShort', values: { min, length } }
  if (length > maxLetter) return { key: 'letterTooLong', values: { max: maxLetter, length } }
}
