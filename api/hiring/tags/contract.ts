import { z } from 'zod'
import { basedOn, line } from '#api/core/http/contract/fields.ts'
import { tagId } from './contract/ids.ts'
import { maxTagName, tagColors } from './contract/limits.ts'

export const maxTags = 200

const fields = {
  name: line(maxTagName, 'Enter a name'),
  color: z.enum(tagColors, `Must be one of ${tagColors.join(', ')}`),
}

export const newTag = z.strictObject({ ...fields, color: fields.color.default('gray') })

export const tagChange = z.strictObject({ ...fields, updated_at: basedOn }).partial()

export const merge = z.strictObject({
  into: tagId.meta({ description: 'The tag that stays.' }),
})
