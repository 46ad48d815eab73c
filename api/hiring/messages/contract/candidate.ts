import { z } from 'zod'
import { plainText } from '#api/core/http/contract/fields.ts'
import { count } from '#api/core/http/contract/paging.ts'
import type { ErrorKey } from '#api/core/words/contract/form-error.ts'
import type { Words } from '#api/core/words/contract.ts'

/** In characters of up to four bytes: a request from a stranger has at most 8 KB. */
export const maxCandidateMessage = 2000

/** The query of a conversation, as the candidate reads it. */
export const latestMessages = {
  limit: count('limit', 500).default(500),
  before: count('before', 999_999_999).optional().meta({
    description: 'The id of a message: only those before it.',
  }),
}

const keys = {
  notText: 'notText',
  brokenCharacter: 'brokenCharacter',
  invisible: 'invisible',
  tooLong: 'tooLong',
} satisfies Record<string, ErrorKey>

const messageRequired = 'messageRequired' satisfies keyof Words['candidate']

/** What a candidate writes. Messages are keys. */
export const newCandidateMessage = z.strictObject({
  text: plainText(maxCandidateMessage, messageRequired, keys).meta({
    description: 'Plain text.',
  }),
})
