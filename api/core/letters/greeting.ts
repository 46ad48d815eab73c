import { fullName } from '../http/contract/text.ts'
import { greetedName } from '../mail/unlinkable.ts'
import { say } from '../words/contract/say.ts'
import { catalogOf, type Language, wordsOf } from '../words/contract.ts'

/** How a mail to a candidate begins; without the name where mail programs might make a link of it. */
export function greetingOf(
  to: { first_name: string; last_name: string },
  language: Language,
): string {
  const words = wordsOf(language).mail.receipt
  // With "du" go first names.
  const name = greetedName(catalogOf(language) === 'de-du' ? to.first_name : fullName(to))
  return name ? say(words.greeting, { name }, language) : words.greetingWithoutName
}
