/** Letters that Unicode does not take apart into a base letter and a mark. */
const spelled: Record<string, string> = {
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  ß: 'ss',
  Æ: 'Ae',
  æ: 'ae',
  Œ: 'Oe',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
}

/**
 * Text spelled with base letters where Unicode has no decomposition: 'Østergård' becomes 'Ostergård'.
 * Search text and search words both go through it, since FTS5 folds marks alone.
 */
export const respelled = (text: string): string =>
  text.replace(/[ØøŁłßÆæŒœĐđÐðÞþ]/g, (letter) => spelled[letter] ?? letter)
