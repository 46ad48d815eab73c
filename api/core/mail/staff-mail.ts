import { fullName } from '../http/contract/text.ts'
import { compose, type Section } from './layout.ts'

/**
 * A mail to staff, in English. `because` ends the sentence at its foot that says why it came;
 * `heading` is null where staff changed the text.
 */
export const staffMail = ({
  because,
  ...about
}: {
  site: string
  heading: string | null
  title?: string
  sections: Section[]
  because: string
}) => compose({ language: 'en', ...about, footer: `You're receiving this because ${because}.` })

/** Why users get mail about their accounts. */
export const hasAccount = (site: string) => `you have a ${site} account`

type Person = { email: string; first_name: string; last_name: string }

/** Recipients of a notice: the address in `notify_email`, if any, and these people at other addresses. */
export const noticeAddresses = <T extends Person>(
  people: readonly T[],
  { site, notify_email }: { site: string; notify_email: string },
) => [
  ...(notify_email ? [{ to_name: site, to_address: notify_email, person: undefined }] : []),
  ...people
    .filter(({ email }) => email !== notify_email.toLowerCase())
    .map((person) => ({ to_name: fullName(person), to_address: person.email, person })),
]
