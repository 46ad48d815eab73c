import { z } from 'zod'
import { basedOn, plainText } from '#api/core/http/contract/fields.ts'

const maxComment = 5000

const text = plainText(maxComment, 'Write a comment').meta({
  description: 'Plain text. A colleague whose name follows an @ is told by mail.',
})

export const newComment = z.strictObject({ text })
export const commentChange = z.strictObject({ text: text.optional(), updated_at: basedOn })

type Colleague = { id: number; first_name: string; last_name: string }

const isWordCharacter = /[\p{L}\p{N}]/u

/** The colleagues whose full names follow an @ in the text; of two names that fit, the longer. */
export function mentionedIn<T extends Colleague>(text: string, colleagues: readonly T[]): T[] {
  const names = colleagues
    .map((colleague) => ({
      colleague,
      name: `@${colleague.first_name} ${colleague.last_name}`.toLowerCase(),
    }))
    .sort((a, b) => b.name.length - a.name.length)
  const written = text.toLowerCase()
  const found = new Set<T>()
  for (let at = written.indexOf('@'); at >= 0; at = written.indexOf('@', at + 1)) {
    const fits = names.find(
      ({ name }) =>
        written.startsWith(name, at) && !isWordCharacter.test(written[at + name.length] ?? ''),
    )
    if (!fits) continue
    for (const { colleague, name } of names) if (name === fits.name) found.add(colleague)
  }
  return [...found]
}
