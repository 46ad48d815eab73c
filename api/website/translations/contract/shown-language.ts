import { z } from 'zod'

/** For a PUT: a translation that somebody read must not become the original. */
export const shownLanguage = {
  shown_language: z
    .string('Must be text')
    .max(35, 'Must be at most 35 characters')
    .optional()
    .meta({
      description: 'As it was read. 409 for words in another language than the original’s.',
    }),
}
