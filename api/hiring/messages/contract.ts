import { z } from 'zod'
import { plainText } from '#api/core/http/contract/fields.ts'

/** In characters. */
const maxMessage = 5000

export const newMessage = z.strictObject({
  text: plainText(maxMessage, 'Write a message').meta({
    description: 'Plain text. The candidate reads it on the private page.',
  }),
})
