/** Separate from the schemas, so that screens don't load zod for them. */
export { type TagColor, tagColors } from '#db/enums.ts'

/** Of one application. */
export const mostTags = 20
export const longestTag = 40
