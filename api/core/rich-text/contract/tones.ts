/**
 * The colors and alignments that rich text may have. They are classes, not styles: legible in
 * light and dark, and our Content-Security-Policy allows no style attribute.
 */
export const tones = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const
export type Tone = (typeof tones)[number]

export const alignments = ['left', 'center', 'right', 'justify'] as const

/** Every class that rich text may carry. */
export const richTextClasses = [
  ...alignments.map((alignment) => `align-${alignment}`),
  ...tones.map((tone) => `tone-${tone}`),
  ...tones.map((tone) => `mark-${tone}`),
]
