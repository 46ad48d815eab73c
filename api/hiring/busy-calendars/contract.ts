import { z } from 'zod'
import type { CalendarFailure } from '#db/enums.ts'

const maxUrl = 2_000

/** `webcal:` is how calendar programs write https. */
const asHttps = (typed: string) => typed.trim().replace(/^webcals?:/i, 'https:')

export const busyCalendarInput = z.strictObject({
  url: z
    .string('Enter the address of your calendar')
    .overwrite(asHttps)
    .min(1, 'Enter the address of your calendar')
    .max(maxUrl, `Must be at most ${maxUrl} characters`)
    .refine((typed) => {
      const url = URL.parse(typed)
      return !typed || (url?.protocol === 'https:' && url.href.length <= maxUrl)
    }, 'Enter an address that begins with https:// or webcal://')
    .meta({ description: 'The secret address of an iCalendar file, with `https:` or `webcal:`.' }),
})

/** `locked`: what is stored can't be opened with this server's key. */
type BusyCalendarFailure = CalendarFailure | 'locked'

const copyAgain = 'Copy the secret address from the settings of your calendar again.'

/** Why a calendar can't be read, and what its owner can do. */
export const calendarProblems: Record<BusyCalendarFailure, string> = {
  address:
    'This address can’t be used: it must begin with https://, without user name, password and port.',
  inside:
    'This address is inside the company. Only the person who runs Foyer can allow it, with WEBHOOK_HOSTS.',
  not_found: 'The server was not found by its name. Check the address.',
  refused: 'Nothing answers at this address. Check it, or try again later.',
  certificate: 'The certificate of the server is not valid, so the calendar was not read.',
  timeout: 'The server takes too long to send the calendar. Try again later.',
  too_large: 'This calendar is larger than 5 MB. Choose one with fewer events.',
  broken: 'The server closed the connection. Try again later.',
  missing: `There is nothing at this address any more. ${copyAgain}`,
  sign_in: `This address needs a sign-in. ${copyAgain}`,
  redirects: `This address leads to another one. ${copyAgain}`,
  status: 'The server reported an error instead of the calendar. Try again later.',
  no_calendar: `This is not a calendar but something else, such as a web page. ${copyAgain}`,
  too_complex: 'This calendar has too many events to be read. Choose one with fewer.',
  locked:
    'The stored address can’t be opened with the key of this server, so your calendar is not read. Enter it again.',
}
