import { say } from '#api/core/words/contract/say.ts'
import type { languages, Words } from '#api/core/words/contract.ts'
import type { CandidateApplication } from '#api/hiring/candidate/contract/row.ts'
import { undoRestoresAfter } from '#api/hiring/candidate/contract.ts'
import { hoursIn, zoneText } from '#api/hiring/interviews/contract/time.ts'

/** What the question before a withdrawal says of the interviews that are ahead. */
export function whatWithdrawalEnds(
  { interviews }: Pick<CandidateApplication, 'interviews'>,
  { application, dateLocale }: Words,
  language: keyof typeof languages,
  now = Date.now(),
): string[] {
  const words = application.ask.withdraw
  return interviews
    .filter(({ can_answer }) => can_answer)
    .flatMap(({ time, minutes, time_zone }) => {
      if (!time) return [words.proposed]
      const hours = hoursIn(time, minutes, time_zone, dateLocale)
      const when = `${hours} (${zoneText(time, time_zone)})`
      const comesBack = Date.parse(time) - now > undoRestoresAfter
      return [
        `${say(words.booked, { time: when }, language)}${comesBack ? ` ${words.comesBack}` : ''}`,
      ]
    })
}
