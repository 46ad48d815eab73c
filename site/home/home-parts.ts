/** A part of Home's text: what stands under one heading. */
export type HomePart = {
  text: string
  /** Those that can stand beside the text; empty without text. */
  figures: string
}

/** Floats stay in their text. */
const figure = /<figure\b(?![^>]*\balign-(?:left|right)\b)[^>]*>[\s\S]*?<\/figure>/g

/** Sanitized rich text, divided before each of its larger headings. */
export const homeParts = (html: string): HomePart[] =>
  html
    .split(/(?=<h[12]\b)/)
    .filter((part) => part.trim())
    .map((part) => {
      const text = part.replace(figure, '')
      const figures = part.match(figure)?.join('') ?? ''
      return visible(text) ? { text, figures } : { text: part, figures: '' }
    })

const visible = (html: string) => html.replace(/<[^>]*>/g, '').trim() !== ''
