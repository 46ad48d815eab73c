import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inYourLanguage } from './in-your-language.ts'

const pages = {
  de: { href: '/de/jobs', text: 'Diese Seite auf Deutsch' },
  fr: { href: '/fr/jobs', text: 'Cette page en français' },
}

/** The address that a page in English offers to a browser with these languages. */
function offeredTo(languages: string[]) {
  const added: { href?: string; lang?: string }[] = []
  const createElement = () => ({ append: (link: object) => added.push(link) })
  const currentScript = { dataset: { pages: JSON.stringify(pages) }, after: () => {} }
  const document = { currentScript, documentElement: { lang: 'en' }, createElement }
  runInNewContext(inYourLanguage.content, { document, navigator: { languages } })
  return added.map(({ href, lang }) => [href, lang])
}

test.each([
  [['de-AT', 'en'], [['/de/jobs', 'de']]],
  [['nl', 'FR-ca', 'en', 'de'], [['/fr/jobs', 'fr']]],
  [['en-US', 'de'], []],
  [['nl'], []],
  [[], []],
  [['constructor', 'toString'], []],
])('a page in English offers a browser with %j %j', (languages, expected) =>
  expect(offeredTo(languages)).toEqual(expected),
)
