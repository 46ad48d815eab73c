import { settingCategories } from '#api/core/site-settings/contract.ts'

type KnownCategory = (typeof settingCategories)[number]

const titles: Record<KnownCategory, string> = {
  general: 'General',
  contact: 'Contact',
  seo: 'SEO',
  analytics: 'Analytics',
  uploads: 'File Uploads',
  system: 'System',
  social: 'Social Media',
  jobs: 'Jobs',
  candidates: 'Candidates',
  privacy: 'Privacy',
  email: 'Email',
}

/** Screens of single categories; all others are on the screen of all settings. */
const screens: Partial<Record<string, string>> = {
  jobs: '/settings/jobs',
  candidates: '/settings/candidates',
  email: '/settings/notifications',
  privacy: '/privacy',
} satisfies Partial<Record<KnownCategory, string>>

/** The title of a category; unknown ones have their raw name. */
export const titleOfCategory = (category: string): string =>
  Object.hasOwn(titles, category) ? titles[category as KnownCategory] : category

/** The path of the screen with the settings of a category. */
export const screenOf = (category: string): string =>
  (Object.hasOwn(screens, category) && screens[category]) || '/settings'

/** The categories that everyone has on the screen of all settings. */
export const mainCategories = settingCategories.filter(
  (category) => screenOf(category) === '/settings',
)

/** The anchor of a category; those of a company's own may contain spaces. */
export const idOf = (category: string) => `category-${encodeURIComponent(category)}`
