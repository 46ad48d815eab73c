import type { Words } from '../contract.ts'
import { say, type Values } from './say.ts'

export type ErrorKey = keyof Words['errors']

/** Why an input is refused, and what the sentence is filled in with. */
export type FormError = { key: ErrorKey; values?: Values }

export const errorText = (
  { key, values = {} }: FormError,
  words: Words['errors'],
  language: string,
): string => say(words[key], { file: words.resumeName, ...values }, language)
