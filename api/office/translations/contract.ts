import { z } from 'zod'
import { basedOn, line } from '#api/core/http/contract/fields.ts'
import {
  type AutomaticEmail,
  automaticPlaceholders,
} from '#api/core/templates/contract/automatic.ts'
import { emailText, placeholders, plainEmailText } from '#api/core/templates/contract.ts'
import { heroShape, type heroWords } from '#api/website/appearance/contract.ts'
import { maxAlt } from '#api/website/media/contract.ts'
import { maxLabel } from '#api/website/menus/contract.ts'
import { maxSetting } from '../settings/contract/input.ts'

/** Kinds of texts that are translated as a whole. Pages and jobs have drafts and routes of their own. */
const textKinds = ['menu', 'setting', 'template', 'automatic', 'appearance', 'media'] as const
export type TextKind = (typeof textKinds)[number]

export const textRequired = 'Enter the translation'
const { headline, text, button_label } = heroShape
const hero = { headline, text, button_label } satisfies Record<(typeof heroWords)[number], unknown>

const notFields = 'Must be an object with the fields of the original'

/** What a translation has to say, with the limits of the original. */
const translatedFields = {
  menu: z.record(z.string(), line(maxLabel, textRequired), notFields),
  setting: z.strictObject({ value: line(maxSetting, textRequired) }, notFields),
  template: z.strictObject(emailText, notFields),
  automatic: z.strictObject(plainEmailText, notFields),
  appearance: z.strictObject(hero, notFields),
  media: z.strictObject({ alt: line(maxAlt, textRequired) }, notFields),
} satisfies Record<TextKind, z.ZodType>

/** Null where the reader based it on there being no translation. */
export const translationChange = (kind: TextKind) =>
  z.strictObject({ fields: translatedFields[kind], updated_at: basedOn.nullable() })

/** What the email in question may leave to be filled in. */
export const placeholdersOf = (kind: TextKind, subject: string): readonly string[] =>
  kind === 'automatic' && Object.hasOwn(automaticPlaceholders, subject)
    ? automaticPlaceholders[subject as AutomaticEmail]
    : placeholders
