import { z } from 'zod'
import { mostTags } from './limits.ts'

export const tagId = z
  .int('Must be the id of a tag')
  .positive('Must be the id of a tag')
  .max(Number.MAX_SAFE_INTEGER, 'Must be the id of a tag')

/** Ids of tags, each once. */
export const tagIds = z
  .array(tagId, 'Must be a list of ids of tags')
  .max(mostTags, `At most ${mostTags} tags`)
  .transform((ids) => [...new Set(ids)])
