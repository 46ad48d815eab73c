import type { Language } from '../contract.ts'
import { wordsOf } from '../contract.ts'
import { say } from './say.ts'

/** How soon an answer is promised: the setting `answer_within_days` in words. */
export function answerTime(days: string, language: Language): string {
  const words = wordsOf(language).answerTime
  return days === '2' ? words.usual : say(words.days, { n: Number(days) }, language)
}
