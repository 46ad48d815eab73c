import { inArray, type SQL } from 'drizzle-orm'
import { translationLanguage } from '#api/core/site-settings/site-settings.ts'
import { inTranslation, readTranslations } from '#api/core/translations/read.ts'
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
  const language = translationLanguage(db)
  const translated =
    language &&
    (await readTranslations(
      db,
      'media',
      language,
      rows.map(({ id }) => id),
    ))
  return rows.map(({ x, y, ...row }) => ({
    // A translation may be left of an alt text that was removed.
    ...(translated && row.alt ? inTranslation(row, translated.get(String(row.id))) : row),
    focal: { x, y },
  }))
}

/** `pictures` for the answer to a visitor; nothing for texts without any. */
export async function withPicturesOf(
  db: Db,
  ...texts: (string | null)[]
): Promise<{ pictures?: Picture[] }> {
  const hashes = picturesIn(...texts)
  return hashes.length ? { pictures: await loadPictures(db, inArray(media.hash, hashes)) } : {}
}
