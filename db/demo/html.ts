/** Joins markup written over several lines: removes line breaks and indentation. */
export const joinLines = (html: string) =>
  html
    .trim()
    .replace(/>\s*\n\s*</g, '><')
    .replace(/\s*\n\s*/g, ' ')

const paragraphsOf = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())

export const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text with paragraphs separated by blank lines, as HTML. */
export const letterToHtml = (letter: string) =>
  paragraphsOf(letter)
    .map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`)
    .join('')

/** The text of a note; notes contain no entities. */
export const noteToText = (html: string) =>
  html
    .replace(/<\/?(?:p|ul|ol|li)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
