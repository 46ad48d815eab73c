/** A text with a form per plural category (Unicode CLDR) of the language; falls back to `other`. */
export type PluralText = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Values = Record<string, string | number>

/** Fills in `{name}` and, of a plural text, picks the form for `values.n`. */
export function say(text: string | PluralText, values: Values, language: string): string {
  const form =
    typeof text === 'string'
      ? text
      : (text[new Intl.PluralRules(language).select(Number(values.n))] ?? text.other)
  return form.replace(/\{(\w+)\}/g, (placeholder, name) =>
    (values[name] ?? placeholder).toLocaleString(language),
  )
}

/** The text before and after a placeholder that an element stands for. */
export function around(text: string, name: string): { before: string; after: string } {
  const [before = '', after = ''] = text.split(`{${name}}`)
  return { before, after }
}
