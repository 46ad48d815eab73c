/**
 * The class of a heading whose longest word doesn't fit into a phone at the usual size: few browsers
 * can hyphenate every language. public.css.
 */
export function wideWord(text: string) {
  const letters = Math.max(...text.split(/[\s\u00AD/–-]+/).map((word) => word.length))
  if (letters > 17) return 'widest-word'
  return letters > 14 ? 'wide-word' : undefined
}
