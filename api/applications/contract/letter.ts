/** What a motivation letter must be. Apart from the schemas, so that the public form needs no zod. */
import { visibleLength } from '../../http/contract/text.ts'

export const letterMinimum = 400
export const letterMaximum = 20_000

/** What is wrong with a letter, in a sentence; undefined when it is long enough and not too long. */
export function letterFault(html: string): string | undefined {
  const length = visibleLength(html)
  if (length === 0) return 'Motivation letter is required'
  if (length < letterMinimum)
    return `Motivation letter must be at least ${letterMinimum} characters; yours has ${length}`
  if (length > letterMaximum)
    return `Motivation letter must be at most ${letterMaximum.toLocaleString('en')} characters; yours has ${length.toLocaleString('en')}`
}
