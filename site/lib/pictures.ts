import type { Picture } from '#api/website/media/contract/row.ts'
import { address } from '#api/website/media/contract.ts'
import { sourcesOf } from './picture-sources.ts'

/** Name of the class with a picture's placeholder color and focal point. */
const pictureClass = ({ id }: Pick<Picture, 'id'>) => `picture-${id}`

/** The rules of `pictureClass`: our Content-Security-Policy allows no style attribute. */
export const pictureStyles = (pictures: Picture[]): string =>
  pictures
    .map((picture) => {
      const { color, transparent, focal } = picture
      const isColored = !transparent && /^#[0-9a-f]{6}$/i.test(color)
      const background = isColored ? `background-color:${color};` : ''
      return `.${pictureClass(picture)}{${background}object-position:${focal.x}% ${focal.y}%}`
    })
    .join('')

/** Figures are at most as wide as the text. */
function sizesOf(classes: string): string {
  const phone = 'calc(100vw - 2rem)'
  const full = `(min-width: 46rem) 44rem, ${phone}`
  if (classes.includes('align-wide')) return full
  if (classes.includes('width-small')) return `(min-width: 40rem) 15rem, ${phone}`
  const isHalf = classes.includes('width-medium') || /align-(left|right)/.test(classes)
  return isHalf ? `(min-width: 40rem) 27rem, ${phone}` : full
}

const figure =
  /<figure(?: class="([^"]*)")?><img src="\/media\/([0-9a-f]{32})\/[^"]*" alt="([^"]*)"[^>]*>/g

/**
 * Sanitized rich text with every file that exists of its pictures. The first picture loads at once
 * if the text begins with it, the others when they come near the window.
 */
export function withPictureFiles(html: string, pictures: Picture[] = []): string {
  const byHash = new Map(pictures.map((picture) => [picture.hash, picture]))
  return html.replace(figure, (whole, classes = '', hash, alt, position: number) => {
    const picture = byHash.get(hash)
    if (!picture) return whole
    const { sources, fallback } = sourcesOf(picture)
    if (!fallback) return whole
    const sizes = sizesOf(classes)
    // Tags before it are those of a block that the text begins with.
    const isLazy = /<img\b|>\s*[^<\s]/.test(html.slice(0, position))
    // Browsers that know `auto` measure the layout.
    const ofLayout = `sizes="${isLazy ? `auto, ${sizes}` : sizes}"`
    const files = sources.map(
      ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" ${ofLayout}>`,
    )
    const open = classes ? `<figure class="${classes}">` : '<figure>'
    return `${open}<picture>${files.join('')}<img class="${pictureClass(picture)}" src="${address(hash, fallback)}" alt="${alt}" width="${picture.width}" height="${picture.height}"${isLazy ? ' loading="lazy"' : ''} decoding="async"></picture>`
  })
}
