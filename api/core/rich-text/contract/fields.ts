import { text } from '../../http/contract/fields.ts'
import { visibleLength } from '../../http/contract/text.ts'
import { hasPicture } from './figures.ts'

/** In bytes of UTF-8: 200 KB, of the same 1,024 bytes as those of a JSON body. */
export const maxRichText = 200 * 1024

/** HTML before it is sanitized. */
const html = (required: string) =>
  text(required)
    .refine(
      (value) => new TextEncoder().encode(value).length <= maxRichText,
      'Must be at most 200 KB',
    )
    .meta({ contentMediaType: 'text/html', description: 'At most 200 KB of HTML.' })

/** Rich text that must hold something to read. */
export const richText = (required: string) =>
  html(required).refine((value) => visibleLength(value) > 0, required)

/** Rich text that must hold something to read or to see. */
export const richTextOrPicture = (required: string) =>
  html(required).refine((value) => visibleLength(value) > 0 || hasPicture(value), required)

/** Rich text that may be missing, null or empty. */
export const optionalRichText = html('Must be text').nullable().optional()
