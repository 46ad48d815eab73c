/** Pictures in the rich text of pages and jobs: figures between blocks, with optional captions. */
export const figureAligns = ['left', 'center', 'right', 'wide'] as const
export type FigureAlign = (typeof figureAligns)[number]

export const figureSizes = ['small', 'medium', 'full'] as const
export type FigureSize = (typeof figureSizes)[number]

/** Every class of a figure: one of each kind, `align-center` and `width-full` being the default. */
export const figureClasses = [
  ...figureAligns.map((align) => `align-${align}`),
  ...figureSizes.map((size) => `width-${size}`),
]

const altLimit = 300

/** Alt text as in rich text: one line without `<` or `>`, which browsers serialize differently. */
export const altLine = (text: string): string =>
  [...text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim()]
    .slice(0, altLimit)
    .join('')
    .trim()

/** Whether rich text holds a picture. */
export const hasPicture = (html: string): boolean => /<img\b/i.test(html)

/** Sanitized rich text without pictures and captions, for excerpts, search and other sites. */
export const withoutFigures = (html: string): string =>
  html.replace(/<figure\b[\s\S]*?<\/figure>/gi, '')
