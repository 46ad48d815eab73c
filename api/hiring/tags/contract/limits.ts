/** Separate from the schemas, so that screens don't load zod for them. */
export { type TagColor, tagColors } from '#db/enums.ts'

/** Of one application. */
export const maxTags = 20
export const maxTagName = 40
