import type { z } from 'zod'
import { type ErrorKey, errorText } from './contract/form-error.ts'
import type { Values } from './contract/say.ts'
import { readerLanguage, readerWords } from './reader.ts'

/** The message of an issue of a schema whose messages are keys of `errors`, in the reader's language. */
export function sayErrorKey(issue: z.core.$ZodIssue): string {
  const { errors } = readerWords()
  if (!(issue.message in errors)) return issue.message
  const key = issue.message as ErrorKey
  const values = 'params' in issue ? { values: issue.params as Values } : {}
  return errorText({ key, ...values }, errors, readerLanguage())
}
