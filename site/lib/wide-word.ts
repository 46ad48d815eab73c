/** Longer ones don't fit into a phone at the size of headings, and few browsers can hyphenate them. */
const maxLetters = 14

/** The class of a heading whose longest word needs a smaller size on phones; public.css. */
export const wideWord = (text: string) =>
  text.split(/[\s\u00AD/–-]+/).some((word) => word.length > maxLetters) ? 'wide-word' : undefined
