/** How much of the end of an excerpt is dropped so that it ends with a whole word. */
const maxCut = 30

/**
 * At most the first `length` characters, and '...' only when something was cut: at the end of a
 * word, never half an emoji, and instead of the full stop of a sentence.
 */
export function excerpt(text: string, length: number): string {
  let end = 0
  for (let left = length; left && end < text.length; left--)
    end += String.fromCodePoint(text.codePointAt(end)!).length
  if (end >= text.length) return text
  const wordEnd = text.lastIndexOf(' ', end)
  const cut = end - wordEnd <= maxCut && wordEnd > 0 ? wordEnd : end
  return `${text
    .slice(0, cut)
    .trimEnd()
    .replace(/[.…]{1,3}$/u, '')}...`
}
