import pages from './data/pages.json' with { type: 'json' }
import settings from './data/settings.json' with { type: 'json' }
import { figures, withoutFigures } from './pictures.ts'

/** Only what differs from the built-in values. */
export const companySettings: Record<string, string> = settings

export const companyPages = pages.map((page) => ({
  ...page,
  content: figures(page.content).join(''),
}))

/** Those that the tests know, without pictures. */
export const firstPages = pages.slice(0, 2).map((page) => ({
  ...page,
  content: withoutFigures(page.content).join(''),
}))
