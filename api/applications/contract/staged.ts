import { answeredQuestion } from './answers.ts'

/** A file of a form that was not accepted, kept for the next try. */
export type StagedFile = { token: string; name: string; size: number }

/** The hidden field with the token of the file that was chosen in `field`. */
export const stagedName = (field: string) => `staged_${field}`

/** Of every token, in characters: 32 bytes in base64url. */
export const tokenLength = 43

/** The file field that a hidden field fills; undefined for any other field. */
export function fieldOfToken(name: string): string | undefined {
  const field = name.startsWith('staged_') ? name.slice('staged_'.length) : ''
  return field === 'resume' || answeredQuestion(field) !== undefined ? field : undefined
}
