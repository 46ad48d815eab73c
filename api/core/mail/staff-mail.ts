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
