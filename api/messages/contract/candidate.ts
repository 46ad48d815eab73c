import { z } from 'zod'
import { plainText } from '../../http/contract/fields.ts'
import type { ErrorKey } from '../../words/contract/form-error.ts'
import { languages, siteLanguage } from '../../words/contract.ts'

/** In characters of up to four bytes: a request from a stranger has at most 8 KB. */
export const candidateMessageMaximum = 2000

const keys = {
  notText: 'notText',
  brokenCharacter: 'brokenCharacter',
  invisible: 'invisible',
  tooLong: 'tooLong',
} satisfies Record<string, ErrorKey>

const words = languages[siteLanguage].candidate

/** What a candidate writes. Messages are keys, but for that of an empty text. */
export const newCandidateMessage = z.strictObject({
  text: plainText(candidateMessageMaximum, words.messageRequired, keys).meta({
    description: 'Plain text.',
  }),
})
