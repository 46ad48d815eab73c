import path from 'node:path'
import type { media } from '../schema.ts'
import { escapeMarkup } from './html.ts'
import files from './pictures/pictures.json' with { type: 'json' }

type Row = typeof media.$inferInsert & { id: number }

/** The rows of the pictures, whose files are beside it; drawings, of no real person or place. */
export const pictures = files.map((file, i) => ({
  ...file,
  id: i + 1,
  slow_formats: 'made',
})) as Row[]

/** By the name of its drawing, without the ending. */
export function pictureNamed(name: string): Row {
  const found = pictures.find((picture) => picture.name.replace(/\.\w+$/, '') === name)
  if (!found) throw new Error(`The demo has no picture ${name}`)
  return found
}

/** Found from the working directory, as the migrations are. */
export const folderOf = ({ hash }: Pick<Row, 'hash'>) => path.resolve('db/demo/pictures', hash)

/** In a text, `{harbor: A caption}` stands for a picture; in a block also `{harbor}`. */
const marker = /\{(\w+)(?:: ([^}]+))?\}/g

/** As the editor stores pictures in rich text and in blocks. */
export const figures = (parts: readonly string[]) =>
  parts.map((part) =>
    part.replace(marker, (_, name: string, caption?: string) => {
      const { hash, alt = '', width, height } = pictureNamed(name)
      const size = `width="1200" height="${Math.round((1200 * height) / width)}"`
      const image = `<img src="/media/${hash}/1200.jpg" alt="${escapeMarkup(alt)}" ${size} />`
      const below = caption ? `<figcaption>${escapeMarkup(caption)}</figcaption>` : ''
      return `<figure${part.startsWith('{') ? ' class="align-wide"' : ''}>${image}${below}</figure>`
    }),
  )

/** A block of text and image goes with its image. */
export const withoutFigures = (parts: readonly string[]) =>
  parts.filter((part) => part.search(marker) < 0)
