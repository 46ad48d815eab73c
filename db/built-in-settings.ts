import type { settingCategories } from './enums.ts'

type BuiltIn = {
  key: string
  value: string
  category: (typeof settingCategories)[number]
  description: string
  /** Private: visible with manage_settings only. */
  is_public?: false
}

/** Settings that Foyer itself reads. They can be emptied, not deleted. */
export const builtInSettings: readonly BuiltIn[] = [
  {
    key: 'site_name',
    value: 'Company Name',
    category: 'general',
    description: 'Shown in the header, the footer, page titles and on the home page.',
  },
  {
    key: 'site_tagline',
    value: 'We are a dynamic company focused on innovation and growth.',
    category: 'general',
    description: 'A short sentence about your company, shown on the home page.',
  },
  {
    key: 'public_url',
    value: '',
    category: 'general',
    description:
      "Your site's web address, such as https://careers.example.com. Used in emails and search results. PUBLIC_URL, if the operator has set it, takes precedence.",
  },
  {
    key: 'site_time_zone',
    value: 'UTC',
    category: 'jobs',
    description:
      'Jobs open and close at midnight in this time zone, such as Europe/Dublin or America/New_York.',
  },
  {
    key: 'jobs_layout',
    value: 'cards',
    category: 'jobs',
    description: 'How the list of open positions looks: cards, or rows for many jobs.',
  },
  {
    key: 'contact_email',
    value: '',
    category: 'contact',
    description: 'Shown in the footer, for visitors to write to. Leave empty to hide it.',
  },
  {
    key: 'notify_email',
    value: '',
    category: 'email',
    description:
      'Gets a notice of each new application, and the replies of candidates. Leave empty to send no notices.',
    is_public: false,
  },
  {
    key: 'default_meta_description',
    value: '',
    category: 'seo',
    description: 'Default text shown under your pages in Google. About 160 characters.',
  },
  {
    key: 'google_analytics_id',
    value: '',
    category: 'analytics',
    description:
      'Google Analytics measurement ID, such as G-XXXXXXXXXX. Leave empty to turn analytics off.',
  },
  {
    key: 'count_visits',
    value: 'false',
    category: 'analytics',
    description:
      'Count how often each job is viewed and applied for, and where visitors came from. Without cookies, and nothing about a visitor is kept.',
  },
  {
    key: 'answer_within_days',
    value: '2',
    category: 'candidates',
    description:
      'The most business days a candidate should wait for an answer. Candidates who wait longer are shown under “Waiting for an answer”.',
  },
  {
    key: 'holiday_country',
    value: '',
    category: 'candidates',
    description:
      'Public holidays of this country are not business days. A code such as IE, or DE-BY for a region. Leave empty to skip only weekends.',
  },
  {
    key: 'still_reading',
    value: 'false',
    category: 'candidates',
    description:
      'Email candidates once when their answer is late. Never after they were told a decision; one that they were not told makes no difference.',
    is_public: false,
  },
  {
    key: 'waiting_mail',
    value: 'true',
    category: 'email',
    description:
      'On business days at eight, email those who get notices of applications how many candidates wait for an answer.',
    is_public: false,
  },
  {
    key: 'show_answer_time',
    value: 'false',
    category: 'candidates',
    description: 'Show on job pages how soon candidates usually hear back.',
  },
  {
    key: 'answer_time_days',
    value: '',
    category: 'candidates',
    description:
      'The median number of days until an answer, over the last 90 days. Computed every day while it is shown.',
  },
  {
    key: 'status_pending',
    value: '',
    category: 'candidates',
    description:
      'What candidates read on their own page while nothing is decided. Empty: “We have your application”.',
  },
  {
    key: 'status_shortlisted',
    value: '',
    category: 'candidates',
    description:
      'What they read once they were told that they are shortlisted. Empty: “You are on our shortlist”.',
  },
  {
    key: 'status_rejected',
    value: '',
    category: 'candidates',
    description:
      'What they read once they were told that they are rejected. Empty: “We decided not to continue with your application”.',
  },
  {
    key: 'status_selected',
    value: '',
    category: 'candidates',
    description:
      'What they read once they were told that they are selected. Empty: “We would like to work with you”.',
  },
  {
    key: 'hold_hours',
    value: '24',
    category: 'candidates',
    description:
      'How many hours the email about a decision is held when it is to be sent later. Until then any reviewer can take it back.',
    is_public: false,
  },
  {
    key: 'keep_undecided_days',
    value: '',
    category: 'privacy',
    description: 'Days that applications without a decision are kept. Empty: without end.',
    is_public: false,
  },
  {
    key: 'keep_rejected_days',
    value: '',
    category: 'privacy',
    description: 'Days that rejected applications are kept. Empty: without end.',
    is_public: false,
  },
  {
    key: 'keep_selected_days',
    value: '',
    category: 'privacy',
    description: 'Days that applications of selected candidates are kept. Empty: without end.',
    is_public: false,
  },
  {
    key: 'keep_withdrawn_days',
    value: '',
    category: 'privacy',
    description: 'Days that withdrawn applications are kept. Empty: without end.',
    is_public: false,
  },
  {
    key: 'keep_consent_months',
    value: '',
    category: 'privacy',
    description:
      'Months for which candidates may choose to be kept for later openings. Empty: they are not asked.',
  },
  {
    key: 'max_file_size',
    value: '5',
    category: 'uploads',
    description: 'Maximum resume size in MB (1–25).',
  },
  {
    key: 'maintenance_mode',
    value: 'false',
    category: 'system',
    description: 'Show visitors a “back soon” page. The back office keeps working.',
  },
  {
    key: 'require_second_factor',
    value: 'false',
    category: 'system',
    description:
      'Require everyone to use two-step sign-in. People without it will be asked to set it up.',
    is_public: false,
  },
  {
    key: 'facebook_url',
    value: '',
    category: 'social',
    description: 'Your Facebook page. Leave empty to hide the link.',
  },
  {
    key: 'twitter_url',
    value: '',
    category: 'social',
    description: 'Your X (Twitter) profile. Leave empty to hide the link.',
  },
  {
    key: 'linkedin_url',
    value: '',
    category: 'social',
    description: 'Your LinkedIn page. Leave empty to hide the link.',
  },
]
