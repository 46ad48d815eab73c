import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { outbox } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { languagesOf } from '../words/contract/names.ts'
import type { Language, Words } from '../words/contract.ts'
import { languages } from '../words/contract.ts'
import { alertConfirmation, alertMail } from './alert-mails.ts'
import type { AutomaticTexts } from './automatic-texts.ts'
import { candidateMail, composer, linksMail } from './candidate-mails.ts'
import { decisionEmail } from './decision-email.ts'
import { interviewMails } from './interview-mails.ts'
import { confirmation } from './receipt-mail.ts'

const w = await world()
afterAll(w.remove)
await w.db.run(
  sql`insert into settings (key, value, category) values ('site_name', 'Bread', 'general'), ('site_languages', 'de,fr', 'jobs'), ('site_time_zone', 'Europe/Berlin', 'jobs')`,
)
const id = await w.newApplication(await w.newJob({ title: 'Baker' }))

const base = 'https://bread.test'
const mailFrom = 'a@bread.test'
const settings = {
  site_name: 'Bread',
  site_language: 'en',
  site_languages: 'de,fr',
  site_time_zone: 'Europe/Berlin',
  answer_within_days: '10',
  notify_email: 'desk@bread.test',
}
const services = { db: w.db, mailFrom, publicUrl: base, ownAddress: () => base }
const mira = (language: string | null) => ({
  id,
  reference: 'K7M3QX',
  first_name: 'Mira',
  last_name: 'Brook',
  email: 'mira@example.org',
  given_email: null,
  job_title: 'Baker',
  candidate_title: 'Baker',
  language,
})

const from = { site_name: 'Bread', base, mailFrom }
/** An alert always has a language of the site. */
const asked = (language: string | null) => ({
  language: language && languagesOf(settings).includes(language as Language) ? language : 'en',
  label: '',
})

type Letter = { subject: string; text: string; html: string; calendar?: string | null }
type Kind =
  | Exclude<keyof Words['mail'], 'interview'>
  | `interview.${keyof Words['mail']['interview']}`

const simple = (what: Parameters<typeof candidateMail>[1]) => (language: string | null) =>
  candidateMail({ settings, base, mailFrom }, what, mira(language), 'Hm')

const interview =
  (what: Parameters<Awaited<ReturnType<typeof interviewMails>>['toCandidate']>[0]) =>
  async (language: string | null): Promise<Letter> => {
    await w.db.delete(outbox)
    const mails = await interviewMails(services)
    const time = '2027-03-01T09:00:00.000Z'
    const about = {
      ...mira(language),
      application_id: id,
      job_id: 1,
      uid: 'x@y',
      sequence: 0,
      time,
      times: [time, '2027-03-02T09:00:00.000Z'],
      minutes: 45,
      place: 'Main 1',
      attendees: [{ id: 1, name: 'Rita', email: 'rita@bread.test' }],
    }
    const calendar = { method: 'REQUEST', sequence: 0 } as const
    await mails.toCandidate(what, about, { calendar, changed: ['times', 'place'] })
    return (await w.db.select().from(outbox))[0]!
  }

/** Each text of an email to a candidate. */
const letters: Partial<Record<string, (language: string | null) => Letter | Promise<Letter>>> = {
  receipt: (language: string | null) =>
    confirmation({ ...mira(language), answers: [] }, settings, mailFrom, base),
  link: simple('link'),
  links: async (language: string | null) => {
    const compose = await composer({ var: services } as never, [settings as never, {}])
    return compose.links([mira(language), mira('fr')])
  },
  earlier: simple('earlier'),
  stillReading: simple('stillReading'),
  message: simple('message'),
  confirmEmail: simple('confirmEmail'),
  confirmErase: simple('confirmErase'),
  emailChanged: simple('emailChanged'),
  emailChangedByStaff: simple('emailChangedByStaff'),
  jobInvitation: simple('jobInvitation'),
  alertConfirm: (language: string | null) => alertConfirmation(from, asked(language)),
  alertRenew: (language: string | null) => alertConfirmation(from, asked(language), '2027-03-01'),
  alert: (language: string | null) =>
    alertMail(from, asked(language), {
      total: 3,
      jobs: [{ title: 'Baker', location: null, url: `${base}/jobs/1/apply` }],
      list: `${base}/jobs`,
    }),
  keepRenewal: (language: string | null) =>
    candidateMail({ settings, base, mailFrom }, 'keepRenewal', {
      ...mira(language),
      keep: { until: '2027-03-31', renewed: '2028-03-31' },
    }),
  keepRenewals: (language: string | null) => {
    const to = { ...mira(language), keep: { until: '2027-03-31', renewed: '2028-03-31' } }
    return linksMail({ settings, base, mailFrom }, 'keepRenewal', [to, to])
  },
  answer: (language: string | null) =>
    decisionEmail(
      mira(language),
      { subject: 'Hm', body: '<p>Hm</p>' },
      {
        sender: { id: 1, name: 'Rita', email: 'rita@bread.test' },
        reply_to: 'me',
        site: settings,
        base,
        from: mailFrom,
      },
    ),
  'interview.proposed': interview('proposed'),
  'interview.changed': interview('changed'),
  'interview.booked': interview('booked'),
  'interview.updated': interview('updated'),
  'interview.canceled': interview('canceled'),
  'interview.canceledByCandidate': interview('canceledByCandidate'),
  'interview.withdrawn': interview('withdrawn'),
  'interview.reminder': interview('reminder'),
} satisfies Partial<Record<Kind, unknown>>

const { interview: interviewWords, ...others } = languages.en.mail
const kinds = [
  ...Object.keys(others),
  ...Object.entries(interviewWords).flatMap(([name, words]) =>
    typeof words === 'object' && 'subject' in words ? [`interview.${name}`] : [],
  ),
]

/** Lines that are the same in each language: what people and the company are called. */
const isName = (line: string) =>
  /^(|-- ?|Hm|Bread|Baker:?|Baker \(K7M3QX\):|https:.*)$/.test(line.trim()) || !/\p{L}/u.test(line)
const lines = ({ subject, text }: Letter) =>
  [subject, ...text.split('\n')].filter((line) => !isName(line))

describe.each(kinds)('the email %s', (kind) => {
  const letter = async (language: string | null) => {
    const found = await letters[kind]?.(language)
    // Whose text is new has to be added above.
    if (!found) throw new Error(`No letter has the text ${kind}`)
    return found
  }

  test('is whole in the language of the application', async () => {
    const english = await letter(null)
    const german = await letter('de')
    expect(german.html).toContain('<html lang="de">')
    expect(lines(german).filter((line) => lines(english).includes(line))).toEqual([])
    expect(lines(german).length).toBeGreaterThan(0)
    if (!german.calendar) return
    expect(german.calendar).toContain(
      languages.de.mail.interview.event.split('{')[0]?.trim() ?? 'missing',
    )
  })

  test('is in the main language for one that the site does not have', async () => {
    const english = lines(await letter('en'))
    for (const language of [null, 'es', 'xx', ''])
      expect(lines(await letter(language))).toEqual(english)
  })
})

test('interview times name their time zone, in the language', async () => {
  const { text } = await interview('reminder')('de')
  expect(text).toMatch(/Montag, 1\. März 2027.*10:00.*Europe\/Berlin, UTC\+01:00/)
})

describe('a text that staff wrote', () => {
  const english = { subject: 'Got it', body: '<p>{greeting} Fine.</p>' }
  const german = { subject: 'Danke', body: '<p>{greeting} Gut.</p>' }
  const link = (texts: AutomaticTexts, language: string) =>
    candidateMail({ settings, base, mailFrom, texts }, 'link', mira(language))

  test('is in its translation, with what is around it', () => {
    const mail = link({ link: english, 'link.de': german }, 'de')
    expect(mail.subject).toBe('Danke')
    expect(mail.html).toContain('<html lang="de">')
    expect(mail.text).toContain(languages.de.mail.link.link)
  })

  test('without translation is sent as it is, with all around it in the main language', () => {
    const mail = link({ link: english, 'link.de': german }, 'fr')
    expect(mail.subject).toBe('Got it')
    expect(mail.html).toContain('<html lang="en">')
    expect(lines(mail)).toEqual(lines(link({ link: english }, 'en')))
  })

  test('of a template too; the frame of what a person wrote is in the candidate’s language', () => {
    const frame = {
      sender: { id: 1, name: 'Rita', email: 'rita@bread.test' },
      reply_to: 'me' as const,
      site: settings,
      base,
      from: mailFrom,
    }
    const template = {
      subject: 'Sorry',
      body: '<p>No.</p>',
      translations: { de: { subject: 'Leider', body: '<p>Nein.</p>' } },
    }
    const to = (language: string, text: Parameters<typeof decisionEmail>[1]) => {
      const { subject, html } = decisionEmail(mira(language), text, frame)
      return [subject, /<html lang="(\w+)"/.exec(html)?.[1]]
    }
    expect(to('de', template)).toEqual(['Leider', 'de'])
    expect(to('fr', template)).toEqual(['Sorry', 'en'])
    expect(to('en', template)).toEqual(['Sorry', 'en'])
    const { subject, body } = template
    expect(to('fr', { subject, body })).toEqual(['Sorry', 'fr'])
  })
})
