import type { Language } from '../contract.ts'
import { wordsOf } from '../contract.ts'
import { answerTime } from './answer-time.ts'
import { say } from './say.ts'

/** What happens after applying: success page, receipt and private page say the same. */
export function nextSteps(answer_within_days: string, language: Language): string[] {
  const words = wordsOf(language).nextSteps
  const time = answerTime(answer_within_days, language)
  return [say(words.review, { time }, language), words.contact]
}
