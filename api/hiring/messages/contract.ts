import { z } from 'zod'
import { plainText } from '#api/core/http/contract/fields.ts'

/** In characters. */
const messageMaximum = 5000

export const newMessage = z.strictObject({
  text: plainText(messageMaximum, 'Write a message').meta({
    description: 'Plain text. The candidate reads it on the private page.',
  }),
})
