import { alertAddress, alertConfirmAddress } from '../links/alert-links.ts'
import { compose, isolateBidi } from '../mail/layout.ts'
import { messageId } from '../mail/new-mail.ts'
import { languageOf } from '../words/contract/names.ts'
import { say } from '../words/contract/say.ts'
import { type Language, wordsOf } from '../words/contract.ts'

type AlertMailFrom = {
  site_name: string
  /** From `mailBase`. */
  base: string
  mailFrom: string
}

type About = {
  language: string
  /** The search in words; empty: all jobs. */
  label: string
}

const filterOf = ({ label }: About, language: Language) => label || wordsOf(language).alerts.all

/**
 * Asks somebody to confirm that they want new jobs by email.
 * @param until in a mail of each year: the day on which the emails end otherwise, `YYYY-MM-DD`
 */
export function alertConfirmation(
  { site_name: site, base, mailFrom }: AlertMailFrom,
  about: About,
  until?: string,
) {
  const language = languageOf(about.language)
  const { mail, dateLocale } = wordsOf(language)
  const words = until === undefined ? mail.alertConfirm : mail.alertRenew
  const date =
    until &&
    new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(until),
    )
  const values = { site, filter: filterOf(about, language), date: date ?? '' }
  return {
    kind: 'alert_confirmation' as const,
    message_id: messageId(mailFrom),
    subject: say(words.subject, { site: isolateBidi(site) }, language),
    ...compose({
      site,
      language,
      heading: words.heading,
      sections: [
        {
          lines: [mail.receipt.greetingWithoutName, say(words.why, values, language)],
          link: { label: words.link, url: alertConfirmAddress(base) },
        },
      ],
      footer: say(words.footer, { site }, language),
    }),
  }
}

type NewJobs = {
  /** How many there are; `jobs` has the newest of them. */
  total: number
  jobs: { title: string; location: string | null; url: string }[]
  /** The address of the list with this search. */
  list: string
}

/** New jobs, for those who asked for them with the same search. */
export function alertMail(
  { site_name: site, base }: Pick<AlertMailFrom, 'site_name' | 'base'>,
  about: About,
  { total, jobs, list }: NewJobs,
) {
  const language = languageOf(about.language)
  const words = wordsOf(language).mail.alert
  const heading = say(words.heading, { n: total }, language)
  const more = total - jobs.length
  const label = more > 0 ? say(words.more, { n: more }, language) : words.list
  return {
    kind: 'alert' as const,
    subject: say(words.subject, { n: total, site: isolateBidi(site) }, language),
    ...compose({
      site,
      language,
      heading,
      sections: [
        { lines: [say(words.why, { filter: filterOf(about, language) }, language)] },
        {
          links: jobs.map(({ title, location, url }) => ({
            label: location ? `${title} (${location})` : title,
            url,
          })),
        },
        { link: { label, url: list } },
        { link: { label: words.leave, url: alertAddress(base), quiet: true } },
      ],
      footer: say(words.footer, { site }, language),
    }),
  }
}
