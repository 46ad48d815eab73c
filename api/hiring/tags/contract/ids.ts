import { z } from 'zod'
import { maxTags } from './limits.ts'

export const tagId = z
  .int('Must be the id of a tag')
  .positive('Must be the id of a tag')
  .max(Number.MAX_SAFE_INTEGER, 'Must be the id of a tag')

/** Ids of tags, each once. */
export const tagIds = z
  .array(tagId, 'Must be a list of ids of tags')
  .max(maxTags, `At most ${maxTags} tags`)
  .transform((ids) => [...new Set(ids)])
