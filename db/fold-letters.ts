/** Letters that Unicode does not decompose into a base letter and a mark. */
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
 * Replaces letters without a Unicode decomposition: 'Østergård' becomes 'Ostergård'. Applied to
 * indexed text and search words alike, since FTS5 folds only marks.
 */
export const foldLetters = (text: string): string =>
  text.replace(/[ØøŁłßÆæŒœĐđÐðÞþ]/g, (letter) => spelled[letter] ?? letter)
