import { and, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client.ts'
import type { AutomaticEmail } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import { automaticTemplates, translations } from '#db/schema.ts'
import { isolateBidi } from '../mail/layout.ts'
import type { AutomaticValues } from '../templates/contract/automatic.ts'
import { fill, fillHtml } from '../templates/contract.ts'
import {
  candidateLanguage,
  type Language,
  languagesOf,
  type SiteLanguages,
} from '../words/contract/names.ts'
import { type EmailText, withAbsoluteLinks } from './decision-email.ts'

/** The texts that staff changed, by name; their translations by name and language, as 'receipt.de'. */
export type AutomaticTexts = Partial<
  Record<AutomaticEmail | `${AutomaticEmail}.${Language}`, EmailText>
>

const { fields } = translations

// One query: those who apply wait for it.
const stored = prepared((db) =>
  unionAll(
    db
      .select({
        name: sql<string>`${automaticTemplates.name}`,
        subject: sql<string>`${automaticTemplates.subject}`,
        body: sql<string>`${automaticTemplates.body}`,
      })
      .from(automaticTemplates),
    db
      .select({
        name: sql<string>`${translations.subject} || '.' || ${translations.language}`,
        subject: sql<string>`${fields} ->> 'subject'`,
        body: sql<string>`${fields} ->> 'body'`,
      })
      .from(translations)
      .where(
        and(
          eq(translations.kind, 'automatic'),
          eq(translations.is_published, true),
          sql`${fields} ->> 'subject' <> '' and ${fields} ->> 'body' <> ''`,
        ),
      ),
  ).prepare(),
)

export const readAutomaticTexts = async (db: Db): Promise<AutomaticTexts> =>
  Object.fromEntries((await stored(db).all()).map(({ name, ...text }) => [name, text]))

/**
 * The language of an automatic email to a candidate, and its text if staff wrote one. Where their
 * text has no translation, the whole email is in the main language: parts in two would look broken.
 */
export function textFor(
  texts: AutomaticTexts,
  name: AutomaticEmail,
  settings: SiteLanguages,
  to: { language: string | null },
): { language: Language; text: EmailText | undefined } {
  const language = candidateLanguage(settings, to)
  const [main] = languagesOf(settings)
  const text = language === main ? texts[name] : texts[`${name}.${language}`]
  return text || !texts[name] ? { language, text } : { language: main, text: texts[name] }
}

/**
 * The parts of a mail that staff wrote: its subject, and what replaces the built-in heading
 * and sentences. Undefined while the text is the built-in one.
 */
export function changedText<Name extends AutomaticEmail>(
  text: EmailText | undefined,
  { values, base }: { values: AutomaticValues<Name>; base: string },
) {
  if (!text) return undefined
  const isolated = Object.fromEntries(
    Object.entries<string>(values).map(([key, value]) => [
      key,
      isolateBidi(value.replace(/\s+/g, ' ')),
    ]),
  )
  const subject = fill(text.subject, isolated)
  const html = fillHtml(withAbsoluteLinks(text.body, base), isolated)
  return { subject, section: { html } }
}
