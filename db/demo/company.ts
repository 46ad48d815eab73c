import pages from './data/pages.json' with { type: 'json' }
import settings from './data/settings.json' with { type: 'json' }
import { figures } from './pictures.ts'

/** Only what differs from the built-in values. */
export const companySettings: Record<string, string> = settings

export const companyPages = pages.map((page) => ({
  ...page,
  content: figures(page.content).join(''),
}))
