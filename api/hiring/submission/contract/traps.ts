/** The field that people don't see, and that no browser knows how to fill in. */
export const emptyField = 'second_topic'

/** Ms from the first focus of the form to Send; only the form's script adds it. */
export const elapsedField = 'filled_ms'

/** In ms. People whose browser fills in all fields at once still take longer. */
const minElapsedMs = 2_000

/** Whether a program probably sent the form. Without these fields, nobody can tell. */
export function isCaught(fields: Record<string, string | undefined>): boolean {
  const elapsed = fields[elapsedField] ?? ''
  return (
    Boolean(fields[emptyField]?.trim()) ||
    (/^\d{1,9}$/.test(elapsed) && Number(elapsed) < minElapsedMs)
  )
}
