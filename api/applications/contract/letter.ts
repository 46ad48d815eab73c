/** What a motivation letter must be. Apart from the schemas, so that the public form needs no zod. */
import { visibleLength } from '../../http/contract/text.ts'
import type { Fault } from '../../words/contract/fault.ts'

export const letterMinimum = 400
export const letterMaximum = 20_000

/** What is wrong with a letter; undefined when it is long enough and not too long. */
export function letterFault(html: string): Fault | undefined {
  const length = visibleLength(html)
  if (length === 0) return { key: 'letterRequired' }
  if (length < letterMinimum)
    return { key: 'letterTooShort', values: { min: letterMinimum, length } }
  if (length > letterMaximum)
    return { key: 'letterTooLong', values: { max: letterMaximum, length } }
}
