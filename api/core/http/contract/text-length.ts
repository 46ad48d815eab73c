/** How long a text is; apart from text.ts, because the application form begins with only this. */

/** Invisible characters: joiners, selectors, fillers, controls, blanks of Braille and music. */
const blank = '\\s\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\u2800\\uFFFC\\u{1D159}'
const visible = new RegExp(`[^${blank}]`, 'u')

/** Whether the text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/** Scripts in which each code unit is a character of its own, so that none has to be segmented. */
const simple =
  /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u3001-\u3029\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uFF01-\uFF5E]*$/

/** Undefined in browsers from before 2024, which then count code points. */
const graphemes = Intl.Segmenter && new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * How many characters a person sees in a text: an emoji or a letter with its marks is one, a run of
 * blanks between two words counts as one, and other blanks don't count.
 */
export function textLength(text: string): number {
  const spaced = text.replace(/\s+/g, ' ').trim()
  if (simple.test(spaced)) return spaced.length
  let length = 0
  let afterBlank = false
  for (const character of graphemes?.segment(spaced) ?? spaced) {
    const segment = typeof character === 'string' ? character : character.segment
    if (isVisible(segment)) {
      length += afterBlank && length ? 2 : 1
      afterBlank = false
    } else afterBlank ||= segment.includes(' ')
  }
  return length
}
