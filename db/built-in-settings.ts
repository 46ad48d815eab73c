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
    category: 'general',
    description:
      'Jobs open and close at midnight in this time zone, such as Europe/Dublin or America/New_York.',
  },
  {
    key: 'jobs_layout',
    value: 'cards',
    category: 'general',
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
    category: 'contact',
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
