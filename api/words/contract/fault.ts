import type { Words } from '../contract.ts'
import { say, type Values } from './say.ts'

export type FaultKey = keyof Words['errors']

/** Why an input is refused, and what the sentence is filled in with. */
export type Fault = { key: FaultKey; values?: Values }

export const faultText = (
  { key, values = {} }: Fault,
  words: Words['errors'],
  language: string,
): string => say(words[key], { file: words.resumeName, ...values }, language)
