import type { Need } from '#api/accounts/auth/contract/access.ts'
import { maxDays, maxMonths, minDays } from '#api/hiring/privacy/contract/limits.ts'
import type { settingCategories } from '#db/enums.ts'
import { germanAddresses, languageNames } from '../../words/contract/names.ts'

/** What a value must be, and the control that edits it; any setting may be empty. */
export type SettingKind =
  | { kind: 'text' | 'switch' | 'email' | 'url' | 'country' | 'time zone' }
  /** The beginning of an address, without a path. */
  | { kind: 'site' }
  /** A Google Analytics measurement ID. */
  | { kind: 'analytics' }
  | { kind: 'number'; min: number; max: number; decimals?: true }
  /** Values with their labels. */
  | { kind: 'choice'; choices: Record<string, string> }
  /** Any number of them, with commas in between. */
  | { kind: 'choices'; choices: Record<string, string> }

export type BuiltInSetting = SettingKind & {
  /** Used while the value is empty, and stored in a new database; '' if absent. */
  default?: string
  category: (typeof settingCategories)[number]
  label: string
  description: string
  /** Visible with manage_settings only. */
  private?: true
  /** `because` completes a sentence for other staff; `notice` tells admins what a change means. */
  adminsOnly?: { because: string; notice: string }
  /** Written by Foyer itself; nobody else can. */
  computed?: true
  /** Read by visitors or candidates, in their language where staff translated it. */
  translated?: true
}

/** Settings that Foyer itself reads: they can be emptied, not deleted. Rows hold only the value. */
export const builtInSettings = {
  site_name: {
    kind: 'text',
    default: 'Company Name',
    category: 'general',
    label: 'Name of the site',
    description: 'Shown in the header, the footer, page titles and on the home page.',
  },
  site_tagline: {
    kind: 'text',
    default: 'We are a dynamic company focused on innovation and growth.',
    category: 'general',
    label: 'Tagline',
    description: 'A short sentence about your company, shown on the home page.',
    translated: true,
  },
  site_language: {
    kind: 'choice',
    choices: languageNames,
    default: 'en',
    category: 'jobs',
    label: 'Language of the site',
    description:
      'What visitors and candidates read that is not your own text: buttons, forms, dates, emails. The back office stays English.',
  },
  site_languages: {
    kind: 'choices',
    choices: languageNames,
    category: 'jobs',
    label: 'Further languages',
    description:
      'Each has addresses of its own, such as /de/jobs, and visitors can switch. Candidates are written to in the language in which they applied.',
  },
  untranslated: {
    kind: 'choice',
    choices: { show: 'Show them as they were written', hide: 'Leave them out' },
    default: 'show',
    category: 'jobs',
    label: 'Jobs and pages without a translation',
    description:
      'What visitors of a further language see of jobs and pages that are not translated into it. The main language always has all of them.',
  },
  german_address: {
    kind: 'choice',
    choices: germanAddresses,
    default: 'sie',
    category: 'jobs',
    label: 'Form of address in German',
    description:
      'Whether visitors and candidates are addressed with “Sie” or “du” in German. Your own texts stay as you wrote them.',
  },
  public_url: {
    kind: 'site',
    category: 'general',
    label: 'Web address of this site',
    description:
      "Your site's web address, such as https://careers.example.com. Used in emails and search results. PUBLIC_URL, if the operator has set it, takes precedence.",
    adminsOnly: {
      because: 'links in password emails begin with it',
      notice: 'Links in emails begin with this address, also those to choose a password.',
    },
  },
  site_time_zone: {
    kind: 'time zone',
    default: 'UTC',
    category: 'jobs',
    label: 'Time zone',
    description:
      'Jobs open and close at midnight in this time zone, such as Europe/Dublin or America/New_York.',
  },
  jobs_layout: {
    kind: 'choice',
    choices: { cards: 'Cards', rows: 'Rows' },
    default: 'cards',
    category: 'jobs',
    label: 'List of open positions',
    description: 'How the list of open positions looks: cards, or rows for many jobs.',
  },
  job_alerts: {
    kind: 'switch',
    default: 'true',
    category: 'jobs',
    label: 'New jobs by email',
    description:
      'Lets visitors ask, below the list of open positions, for new ones by email, at eight every day or every Monday. Off: nobody can, and nobody gets them.',
  },
  contact_email: {
    kind: 'email',
    category: 'contact',
    label: 'Contact email',
    description: 'Shown in the footer, for visitors to write to. Leave empty to hide it.',
  },
  notify_email: {
    kind: 'email',
    category: 'email',
    label: 'Email for notices of applications',
    description:
      'Gets a notice of each new application, and the replies of candidates. Leave empty to send no notices.',
    private: true,
    adminsOnly: {
      because: 'it decides who receives notices of applications and replies',
      notice: 'Notices of new applications and the replies of candidates go to this address.',
    },
  },
  default_meta_description: {
    kind: 'text',
    category: 'seo',
    label: 'Text in search results',
    description: 'Default text shown under your pages in Google. About 160 characters.',
    translated: true,
  },
  google_analytics_id: {
    kind: 'analytics',
    category: 'analytics',
    label: 'Google Analytics ID',
    description:
      'Google Analytics measurement ID, such as G-XXXXXXXXXX. Leave empty to turn analytics off.',
  },
  count_visits: {
    kind: 'switch',
    default: 'false',
    category: 'analytics',
    label: 'Count views of jobs',
    description:
      'Count how often each job is viewed and applied for, and where visitors came from. Without cookies, and nothing about a visitor is kept.',
  },
  answer_within_days: {
    kind: 'number',
    min: 1,
    max: 90,
    default: '2',
    category: 'candidates',
    label: 'Days until an answer',
    description:
      'The most business days a candidate should wait for an answer. Candidates who wait longer are shown under “Waiting for an answer”.',
  },
  holiday_country: {
    kind: 'country',
    category: 'candidates',
    label: 'Country of public holidays',
    description:
      'Public holidays of this country are not business days. A code such as IE, or DE-BY for a region. Leave empty to skip only weekends.',
  },
  still_reading: {
    kind: 'switch',
    default: 'false',
    category: 'candidates',
    label: 'Tell candidates when their answer is late',
    description:
      'Email candidates once when their answer is late. Never after they were told a decision; one that they were not told makes no difference.',
    private: true,
  },
  message_mail_text: {
    kind: 'switch',
    default: 'false',
    category: 'candidates',
    label: 'Email candidates the text of messages',
    description:
      'Include the text in the email about a message. Otherwise the email only says that there is one, and candidates read it on their private page.',
    private: true,
  },
  waiting_mail: {
    kind: 'switch',
    default: 'true',
    category: 'email',
    label: 'Morning email about waiting candidates',
    description:
      'On business days at eight, email those who get notices of applications how many candidates wait for an answer.',
    private: true,
  },
  show_answer_time: {
    kind: 'switch',
    default: 'false',
    category: 'candidates',
    label: 'Show how soon candidates hear back',
    description:
      'Show on job pages how soon candidates usually are told a decision. Needs ten applications in 90 days, of which more than half were told.',
  },
  answer_time_days: {
    kind: 'number',
    min: 1,
    max: 90,
    category: 'candidates',
    label: 'Days until candidates hear back',
    description:
      'The median number of days until candidates are told a decision, over the last 90 days; those who wait count too. Computed every day while it is shown.',
    computed: true,
  },
  status_pending: {
    kind: 'text',
    category: 'candidates',
    label: 'Text candidates see: pending',
    description:
      'What candidates read on their own page while nothing is decided. Empty: “We have your application”.',
    translated: true,
  },
  status_shortlisted: {
    kind: 'text',
    category: 'candidates',
    label: 'Text candidates see: shortlisted',
    description:
      'What they read once they were told that they are shortlisted. Empty: “You are on our shortlist”.',
    translated: true,
  },
  status_rejected: {
    kind: 'text',
    category: 'candidates',
    label: 'Text candidates see: rejected',
    description:
      'What they read once they were told that they are rejected. Empty: “We decided not to continue with your application”.',
    translated: true,
  },
  status_selected: {
    kind: 'text',
    category: 'candidates',
    label: 'Text candidates see: selected',
    description:
      'What they read once they were told that they are selected. Empty: “We would like to work with you”.',
    translated: true,
  },
  decision_email: {
    kind: 'choice',
    choices: { now: 'After 60 seconds', later: 'Later', never: 'Never' },
    category: 'candidates',
    label: 'Email candidates after a decision',
    description:
      'Whether a decision emails the candidate, and when: after 60 seconds, in which it can be undone, or later. Jobs and people can choose otherwise. Empty: nobody has chosen yet, and no email is sent.',
    private: true,
  },
  hold_hours: {
    kind: 'number',
    min: 1,
    max: 720,
    default: '24',
    category: 'candidates',
    label: 'Hours an email about a decision is held',
    description:
      'How many hours the email about a decision is held when it is to be sent later. Until then any reviewer can take it back.',
    private: true,
  },
  record_source: {
    kind: 'switch',
    default: 'false',
    category: 'privacy',
    label: 'Record where candidates come from',
    description:
      'Keep with each application which site or link led to it, such as linkedin.com. Say so in your privacy notice.',
  },
  search_resumes: {
    kind: 'switch',
    default: 'false',
    category: 'privacy',
    label: 'Search in resumes',
    description:
      'Searches for applications also find the words in resumes. Their text is kept in the database with the application until this is turned off. Say so in your privacy notice.',
  },
  spam_traps: {
    kind: 'switch',
    default: 'true',
    category: 'candidates',
    label: 'Mark possible spam',
    description:
      'An application is marked when a hidden field of the form was filled in, or the form was sent within two seconds. It stays in every list, and the candidate gets the confirmation as always.',
  },
  keep_undecided_days: {
    kind: 'number',
    min: minDays,
    max: maxDays,
    category: 'privacy',
    label: 'Undecided, in days',
    description: 'Days that applications without a decision are kept. Empty: without end.',
    private: true,
  },
  keep_rejected_days: {
    kind: 'number',
    min: minDays,
    max: maxDays,
    category: 'privacy',
    label: 'Rejected, in days',
    description: 'Days that rejected applications are kept. Empty: without end.',
    private: true,
  },
  keep_selected_days: {
    kind: 'number',
    min: minDays,
    max: maxDays,
    category: 'privacy',
    label: 'Selected, in days',
    description: 'Days that applications of selected candidates are kept. Empty: without end.',
    private: true,
  },
  keep_withdrawn_days: {
    kind: 'number',
    min: minDays,
    max: maxDays,
    category: 'privacy',
    label: 'Withdrawn, in days',
    description: 'Days that withdrawn applications are kept. Empty: without end.',
    private: true,
  },
  keep_consent_months: {
    kind: 'number',
    min: 1,
    max: maxMonths,
    category: 'privacy',
    label: 'For later openings, in months',
    description:
      'Months for which candidates may choose to be kept for later openings. Before that ends, an email asks them once whether to keep it for longer. Empty: they are not asked.',
  },
  person_zip_evaluations: {
    kind: 'switch',
    default: 'false',
    category: 'privacy',
    label: 'Evaluations in the export of a person',
    description:
      'Whether the export of everything about a person has the evaluations of reviewers. The export that candidates make never has.',
    private: true,
  },
  max_file_size: {
    kind: 'number',
    min: 1,
    max: 25,
    decimals: true,
    default: '5',
    category: 'uploads',
    label: 'Largest resume, in MB',
    description: 'Maximum resume size in MB (1–25).',
  },
  maintenance_mode: {
    kind: 'switch',
    default: 'false',
    category: 'system',
    label: 'Maintenance mode',
    description: 'Show visitors a “back soon” page. The back office keeps working.',
  },
  require_second_factor: {
    kind: 'switch',
    default: 'false',
    category: 'system',
    label: 'Two-step sign-in for everyone',
    description:
      'Require everyone to use two-step sign-in. People without it will be asked to set it up.',
    private: true,
    adminsOnly: {
      because: 'it decides how everyone signs in',
      notice: 'It decides whether everyone must use two-step sign-in.',
    },
  },
  facebook_url: {
    kind: 'url',
    category: 'social',
    label: 'Facebook page',
    description: 'Your Facebook page. Leave empty to hide the link.',
  },
  twitter_url: {
    kind: 'url',
    category: 'social',
    label: 'X (Twitter) profile',
    description: 'Your X (Twitter) profile. Leave empty to hide the link.',
  },
  linkedin_url: {
    kind: 'url',
    category: 'social',
    label: 'LinkedIn page',
    description: 'Your LinkedIn page. Leave empty to hide the link.',
  },
} as const satisfies Record<string, BuiltInSetting>

type Table = typeof builtInSettings
export type BuiltInKey = keyof Table
/** The keys of settings that have these properties. */
export type KeyWith<Properties> = {
  [Key in BuiltInKey]: Table[Key] extends Properties ? Key : never
}[BuiltInKey]

export const builtInKeys = Object.keys(builtInSettings) as BuiltInKey[]

export const isBuiltIn = (key: string): key is BuiltInKey => Object.hasOwn(builtInSettings, key)

export const builtIn = (key: string): BuiltInSetting | undefined =>
  isBuiltIn(key) ? builtInSettings[key] : undefined

/** Their values are sentences for visitors or candidates. */
export const translatedKeys = builtInKeys.filter((key) => builtIn(key)?.translated)

/** Foyer itself writes these; nobody else can. */
export const isComputed = (key: string) => builtIn(key)?.computed === true

/** What a setting's value must be; staff can create settings of their own. */
export const kindOf = (key: string): SettingKind =>
  builtIn(key) ?? { kind: key.endsWith('_url') ? 'url' : 'text' }

/** Rows of a new database. */
export const builtInRows = builtInKeys.map((key) => ({
  key,
  value: builtIn(key)?.default ?? '',
  // Category, description and who sees it are read from the table above.
  category: '',
}))

export type AdminSetting = KeyWith<{ adminsOnly: object }>

export const isAdminSetting = (key: string): key is AdminSetting =>
  builtIn(key)?.adminsOnly !== undefined

/** What creating, changing and deleting this setting requires. */
export const needForSetting = (key: string): Need =>
  isAdminSetting(key) ? 'admin' : 'manage_settings'
