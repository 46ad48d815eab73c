import { inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema.ts'
import type { Picture } from './contract/row.ts'
import { picturesIn } from './uses.ts'

/** Pictures as visitors get them. */
export async function loadPictures(db: Db, condition: SQL): Promise<Picture[]> {
  const rows = await db
    .select({
      id: media.id,
      hash: media.hash,
      width: media.width,
      height: media.height,
      alt: media.alt,
      decorative: media.decorative,
      transparent: media.transparent,
      color: media.color,
      x: media.focal_x,
      y: media.focal_y,
      variants: media.variants,
    })
    .from(media)
    .where(condition)
    .orderBy(media.id)
  return rows.map(({ x, y, ...row }) => ({ ...row, focal: { x, y } }))
}

/** `pictures` for the answer to a visitor; nothing for texts without any. */
export async function withPicturesOf(
  db: Db,
  ...texts: (string | null)[]
): Promise<{ pictures?: Picture[] }> {
  const hashes = picturesIn(...texts)
  return hashes.length ? { pictures: await loadPictures(db, inArray(media.hash, hashes)) } : {}
}
