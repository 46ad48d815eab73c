import { createHash } from 'node:crypto'
import { dayIn } from '../calendar/contract/dates.ts'
import { senderDomain } from '../mail/new-mail.ts'
import { staffMail } from '../mail/staff-mail.ts'
import { longDate } from '../words/contract/dates.ts'
import { languages } from '../words/contract.ts'

/** How many applications, and when the first of them was received. */
type Waiting = { count: number; first: string }

const numberOf = (count: number) => count.toLocaleString('en')

/** Tells staff how many candidates wait for an answer; undefined if none does. */
export function waitingMail(
  { late, notTold }: Record<'late' | 'notTold', Waiting>,
  { site, zone, base }: Record<'site' | 'zone' | 'base', string>,
) {
  const groups = [
    { ...late, what: 'not answered in time' },
    { ...notTold, what: 'decided on but not told' },
  ].filter(({ count }) => count)
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  if (!count) return undefined
  const lines = groups.map(({ count, first, what }) => {
    const received = longDate(new Date(dayIn(zone, new Date(first))), languages.en.dateLocale)
    const were = count === 1 ? 'was' : 'were'
    return `${numberOf(count)} ${were} ${what}${count === 1 ? ', received' : ', the first received'} on ${received}.`
  })
  const subject =
    count === 1
      ? '1 candidate is waiting for an answer'
      : `${numberOf(count)} candidates are waiting for an answer`
  return {
    subject,
    ...staffMail({
      site,
      heading: subject,
      sections: [
        { lines },
        {
          link: {
            label: 'See these applications',
            url: `${base}/backoffice/applications?waiting=true`,
          },
        },
      ],
      because: `${site} sends you notices of applications. It comes at most once a day`,
    }),
  }
}

/** The same for an address all day, so that it gets one a day, also with several instances. */
export const waitingMailId = (day: string, address: string, from: string) =>
  `<waiting-${day}-${createHash('sha256').update(address).digest('hex').slice(0, 16)}@${senderDomain(from)}>`
