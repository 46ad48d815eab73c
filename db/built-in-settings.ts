import type { settingCategories } from './enums.ts'

type BuiltIn = {
  key: string
  value: string
  category: (typeof settingCategories)[number]
  description: string
  /** Nobody but who manages settings gets to see it. */
  is_public?: false
}

/** The settings that the product itself reads. They can be emptied, never deleted. */
export const builtInSettings: readonly BuiltIn[] = [
  {
    key: 'site_name',
    value: 'Company Name',
    category: 'general',
    description: 'The name shown in the header, the footer, page titles and on the home page.',
  },
  {
    key: 'site_tagline',
    value: 'We are a dynamic company focused on innovation and growth.',
    category: 'general',
    description: 'One sentence about the company, shown below its name on the home page.',
  },
  {
    key: 'public_url',
    value: '',
    category: 'general',
    description:
      'The address at which visitors reach the site, such as https://careers.example.com; links for search engines and in emails start with it. If the operator has set PUBLIC_URL, that counts instead.',
  },
  {
    key: 'contact_email',
    value: '',
    category: 'contact',
    description: 'The email address to which visitors can write; empty shows none.',
  },
  {
    key: 'notify_email',
    value: '',
    category: 'contact',
    description:
      'The email address that receives notices of new applications and the replies of candidates; empty sends no notices.',
    is_public: false,
  },
  {
    key: 'default_meta_description',
    value: '',
    category: 'seo',
    description:
      'What search engines show below the title of a page that has no meta description of its own; up to about 160 characters.',
  },
  {
    key: 'google_analytics_id',
    value: '',
    category: 'analytics',
    description:
      'The measurement id of Google Analytics, such as G-XXXXXXXXXX; empty loads no analytics at all.',
  },
  {
    key: 'max_file_size',
    value: '5',
    category: 'uploads',
    description: 'The largest resume that a candidate may send, in MB, from 1 to 25.',
  },
  {
    key: 'maintenance_mode',
    value: 'false',
    category: 'system',
    description:
      'While true, visitors see a page saying that the site will be back soon; the back office stays open.',
  },
  {
    key: 'require_second_factor',
    value: 'false',
    category: 'system',
    description:
      'While true, everybody in the back office must sign in with a code of an authenticator app too; who has not set that up is led there first.',
    is_public: false,
  },
  {
    key: 'facebook_url',
    value: '',
    category: 'social',
    description: 'The address of the Facebook page linked in the footer; empty shows no link.',
  },
  {
    key: 'twitter_url',
    value: '',
    category: 'social',
    description: 'The address of the Twitter profile linked in the footer; empty shows no link.',
  },
  {
    key: 'linkedin_url',
    value: '',
    category: 'social',
    description: 'The address of the LinkedIn page linked in the footer; empty shows no link.',
  },
]
