import { answeredQuestion } from '#api/hiring/applications/contract/answers.ts'

/** Of every token, in characters: 32 bytes in base64url. */
export const tokenLength = 43

/** The file field that a hidden field fills; undefined for any other field. */
export function fieldOfToken(name: string): string | undefined {
  const field = name.startsWith('staged_') ? name.slice('staged_'.length) : ''
  return field === 'resume' || answeredQuestion(field) !== undefined ? field : undefined
}
