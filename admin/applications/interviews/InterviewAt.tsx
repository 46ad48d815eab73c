import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { clockTimeIn, longTimeIn, zoneText } from '#api/hiring/interviews/contract/time.ts'
import { shortDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'

/** '3 Dec, 10:00', with the year if that is not this one. */
export const interviewTime = (at: string, timeZone: string) =>
  `${shortDay(dayIn(timeZone, new Date(at)), dayIn(timeZone))}, ${clockTimeIn(at, timeZone)}`

/** When the candidate has an interview, in the company's time zone. */
export function InterviewAt({ at }: { at: string }) {
  const timeZone = useSiteTimeZone()
  return (
    <span title={`${longTimeIn(at, timeZone)} (${zoneText(at, timeZone)})`}>
      Interview <time dateTime={at}>{interviewTime(at, timeZone)}</time>
    </span>
  )
}
