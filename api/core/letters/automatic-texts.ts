import type { Db } from '#db/client.ts'
import type { AutomaticEmail } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import { automaticTemplates } from '#db/schema.ts'
import { isolateBidi } from '../mail/layout.ts'
import type { AutomaticValues } from '../templates/contract/automatic.ts'
import { fill, fillHtml } from '../templates/contract.ts'
import { type EmailText, withAbsoluteLinks } from './decision-email.ts'

/** The texts that staff changed. */
export type AutomaticTexts = Partial<Record<AutomaticEmail, EmailText>>

const stored = prepared((db) =>
  db
    .select({
      name: automaticTemplates.name,
      subject: automaticTemplates.subject,
      body: automaticTemplates.body,
    })
    .from(automaticTemplates)
    .prepare(),
)

export const readAutomaticTexts = async (db: Db): Promise<AutomaticTexts> =>
  Object.fromEntries((await stored(db).all()).map(({ name, ...text }) => [name, text]))

/**
 * The parts of a mail that staff wrote: its subject, and what replaces the built-in heading
 * and sentences. Undefined while the text is the built-in one.
 */
export function changedText<Name extends AutomaticEmail>(
  texts: AutomaticTexts | undefined,
  name: Name,
  { values, base }: { values: AutomaticValues<Name>; base: string },
) {
  const text = texts?.[name]
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
