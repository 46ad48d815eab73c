import pages from './data/pages.json' with { type: 'json' }
import settings from './data/settings.json' with { type: 'json' }

/** Only what differs from the built-in values. */
export const companySettings: Record<string, string> = settings

export const companyPages = pages.map((page) => ({ ...page, content: page.content.join('') }))
