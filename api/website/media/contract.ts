import { z } from 'zod'
import { basedOn, flag, optionalLine } from '#api/core/http/contract/fields.ts'
import { staffSearch } from '#api/core/http/contract/paging.ts'
import type { PictureFormat, Variant } from '#db/enums.ts'

/** In pixels. A picture is never enlarged: a smaller one has its own width as the largest. */
export const widths = [480, 800, 1200, 1600, 2400]

/** In bytes of 1,048,576 a MB. */
export const uploadLimit = 15 * 1_048_576

/** For the file input. Safari converts HEIC to JPEG where HEIC is not accepted. */
export const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/svg+xml'

const percent = z.number('Must be a number').min(0, 'Must be 0 to 100').max(100, 'Must be 0 to 100')

/** In percent from the left and top. */
export const focal = z.strictObject(
  { x: percent, y: percent },
  'Must be a point such as {"x": 50, "y": 50}',
)

export const maxAlt = 300

export const mediaChange = z.strictObject({
  alt: optionalLine(maxAlt).transform((alt) => (alt === undefined ? undefined : (alt ?? ''))),
  decorative: flag.optional(),
  focal: focal.optional(),
  updated_at: basedOn,
})

/** The text fields of an upload. An alt text may also be given later. */
export const mediaForm = z.object({
  alt: optionalLine(maxAlt),
  decorative: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .transform((typed) => typed === 'true'),
})

/** The filters of the list. */
export const mediaFilter = {
  q: staffSearch,
  unused: z
    .enum(['true', 'false'], 'unused must be true or false')
    .default('false')
    .transform((given) => given === 'true'),
}

export const address = (hash: string, { width, format }: Pick<Variant, 'width' | 'format'>) =>
  `/media/${hash}/${width}.${format}`

const addressForm = /^\/media\/([0-9a-f]{32})\/(\d{1,5})\.(avif|webp|jpg|png)$/

/** The parts of a picture's address; null for any other. */
export function partsOf(
  path: string,
): { hash: string; width: number; format: PictureFormat } | null {
  const [, hash, width, format] = addressForm.exec(path) ?? []
  return hash ? { hash, width: Number(width), format: format as PictureFormat } : null
}

/** What an `img` in rich text points to: 1,200 px wide or less, in a format for every client. */
export function mainVariant(variants: Variant[]): Variant | undefined {
  const plain = variants.filter(({ format }) => format === 'jpg' || format === 'png')
  return plain.findLast(({ width }) => width <= 1200) ?? plain[0]
}
