import type { JSONContent } from '@tiptap/core'
import { altLine, type FigureAlign, type FigureSize } from '#api/core/rich-text/contract/figures.ts'
import type { Media } from '#api/website/media/contract/row.ts'

export type FigureAttributes = {
  src: string
  alt: string
  width: number | null
  height: number | null
  align: FigureAlign | null
  size: FigureSize | null
}

export const figureClass = ({ align, size }: Partial<FigureAttributes>) =>
  [align && `align-${align}`, size && `width-${size}`].filter(Boolean).join(' ')

/** What a picture of the library gives to its figure. */
export const attributesOf = ({ url, alt, decorative, width, height }: Media) => ({
  src: url,
  alt: decorative ? '' : altLine(alt),
  width,
  height,
})

/** A picture of the library as a figure with an empty caption. */
export const figureOf = (picture: Media): JSONContent => ({
  type: 'figure',
  attrs: attributesOf(picture),
})
