export const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const paragraphsToHtml = (paragraphs: string[]) =>
  paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('')

/** The text of a note; notes contain no entities. */
export const noteToText = (html: string) =>
  html
    .replace(/<\/?(?:p|ul|ol|li)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
