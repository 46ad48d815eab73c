import { describe, expect, test } from 'vitest'
import { grounds, hexOf } from '#api/website/appearance/contract/colors.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import type { Picture } from '#api/website/media/contract/row.ts'
import { themes } from '#db/enums.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'
import { mailBrand, withBrand } from './brand.ts'
import { compose } from './layout.ts'

const base = 'https://bread.test'
const hash = 'a'.repeat(32)

const picture = (id: number, formats: Picture['variants'][number]['format'][]): Picture => ({
  id,
  hash,
  width: 1200,
  height: 400,
  alt: '',
  decorative: true,
  transparent: true,
  color: '#ffffff',
  focal: { x: 50, y: 50 },
  variants: formats.flatMap((format) =>
    [800, 480, 240].map((width) => ({ width, height: width / 3, format, bytes: 9000 })),
  ),
})

const look = (change: Partial<PublishedAppearance> = {}): PublishedAppearance => ({
  ...defaultAppearance,
  pictures: [],
  ...change,
})
const both = look({
  logo_light: 1,
  logo_dark: 2,
  pictures: [picture(1, ['webp', 'png']), picture(2, ['webp', 'png'])],
})
const oneLogo = look({ logo_light: 1, pictures: [picture(1, ['avif', 'webp', 'jpg'])] })

const plain = compose({
  site: 'Bread & "Sons"',
  language: 'en',
  heading: 'Thank you, <Mira>',
  sections: [
    { title: 'What happens next?', lines: ['We read it.'], list: ['A call', 'A visit'] },
    { facts: [['Job', 'Baker "nights"']], link: { label: 'Open', url: `${base}/?a=1&b=2` } },
    { link: { label: 'See it', url: `${base}/1`, quiet: true } },
    { links: [{ label: 'Baker', url: `${base}/2` }] },
    {
      html: `<h2>Bring</h2><ul><li>a <a href="${base}/way">map</a></li></ul><p class="align-center"><span class="tone-red mark-yellow">Soon</span></p>`,
    },
  ],
  footer: 'You receive this because you applied.',
})
const longest = compose({
  site: 'Bread',
  language: 'en',
  heading: null,
  title: 'A letter',
  sections: [
    { html: '<p>A paragraph of eighty visible characters, as people write them.</p>'.repeat(250) },
  ],
  footer: 'Bread',
})

const mails = [
  ['without a brand', plain.html],
  ['with the name', withBrand(plain.html, mailBrand(look(), base))],
  ['with one logo', withBrand(plain.html, mailBrand(oneLogo, base))],
  ['with two logos', withBrand(plain.html, mailBrand(both, base))],
  ['with an attached logo', withBrand(plain.html, mailBrand(both, ''))],
  ['of 20,000 characters', withBrand(longest.html, mailBrand(both, base))],
] as const

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, part]) => part!)
const declarations = (html: string) =>
  all(html, / style="([^"]*)"/g).flatMap((style) => style.split(';'))

/** Each returns what breaks the rule. */
const rules: Record<string, (html: string) => string[]> = {
  'Outlook drops flex, grid, position, floats, shadows and background images': (html) =>
    declarations(html).filter((each) =>
      /^(display:\s*(inline-)?(flex|grid)|position:|float:|box-shadow:|background-image:|.*url\()/.test(
        each.trim(),
      ),
    ),
  'Outlook knows no max-width: a table with a width is around': (html) =>
    all(html, /(.{60})<[^>]*max-width/g).filter((before) => !before.endsWith('<![endif]-->')),
  'Outlook pads no links: the cell has the padding': (html) =>
    all(html, /(.{20}<a [^>]*padding:10px)/g).filter((link) => !link.includes('10px 18px"><a')),
  'Outlook sizes images by attribute': (html) =>
    all(html, /(<img [^>]*>)/g).filter((image) => !/ width="\d+" height="\d+"/.test(image)),
  'Gmail removes scripts, forms and linked style sheets': (html) =>
    all(html, /(<(?:script|link|form|iframe|object|video)\b|@import|\son\w+=")/g),
  'Gmail clips above 102 KB': (html) => (Buffer.byteLength(html) > 102 * 1024 ? ['too long'] : []),
  'Gmail removes style sheets above 8,192 characters': (html) =>
    all(html, /<style>([\s\S]*?)<\/style>/g).filter((sheet) => sheet.length > 8192),
  'screen readers need the language and a title': (html) => [
    ...(/<html lang="[a-z]{2}/.test(html) ? [] : ['lang']),
    ...(/<title>[^<]+<\/title>/.test(html) ? [] : ['title']),
  ],
  'screen readers announce no tables': (html) =>
    all(html, /(<table[^>]*>)/g).filter((table) => !table.includes('role="presentation"')),
  'images have an alternative, for programs that block them': (html) =>
    all(html, /(<img [^>]*>)/g).filter((image) => !/ alt="[^"]+"/.test(image)),
  'addresses are absolute': (html) =>
    all(html, / (?:href|src|srcset)="([^"]*)"/g).filter((url) => !/^(https|mailto|cid):/.test(url)),
  'images are PNG or JPEG': (html) =>
    all(html, / (?:src|srcset)="([^"]*)"/g).filter((url) => !/\.(png|jpg)$|^cid:/.test(url)),
  'dark mode is declared': (html) =>
    html.includes('<meta name="color-scheme" content="light dark">') &&
    html.includes('prefers-color-scheme: dark')
      ? []
      : ['color-scheme'],
}

describe.each(mails)('a mail %s', (_, html) => {
  test.each(Object.entries(rules))('keeps the rule: %s', (_, broken) => {
    expect(broken(html)).toEqual([])
  })

  test('is valid HTML', async () => {
    expect(await invalidHtml(html)).toEqual([])
  })
})

test('the brand’s colors replace all of Foyer’s own, and are legible on white', () => {
  const { colors } = mailBrand(look({ brand_color: '#ffd400' }), base)
  const html = withBrand(plain.html, mailBrand(look({ brand_color: '#ffd400' }), base))
  expect(html).toContain('border-top:4px solid #ffd400')
  expect(html).toContain('background-color:#ffd400;color:#000000')
  expect(html).not.toMatch(/#(0f766e|4ba49b)|\/\*/)
  expect(colors.accent).not.toBe('#ffd400')
})

/** As it was stored before fills had their own colors, without the parts that have no color. */
const former = `<!doctype html>
<html lang="en"><head><title>Hello</title><style>
@media (prefers-color-scheme: dark) {
  .sheet { background-color: #161b1d !important; border-color: #6ad2c9/*dark-accent*/ #283133 #283133 !important }
  .button { background-color: #6ad2c9/*dark-accent*/ !important; color: #0f1415/*on-dark-accent*/ !important }
  .link { color: #6ad2c9/*dark-accent*/ !important }
}
</style></head>
<body class="paper" style="margin:0;padding:0;background-color:#fbfaf7">
<table role="presentation"><tr><td class="sheet" style="background-color:#ffffff;border:1px solid #e1e0da;border-top:4px solid #0f766e/*brand*/">
<table role="presentation"><tr><td class="button" style="background-color:#005c5d/*accent*/;border-radius:9px"><a href="${base}" class="button" style="background-color:#005c5d/*accent*/;color:#ffffff/*on-accent*/">Open</a></td></tr></table>
<p><a href="${base}/1" class="link" style="color:#005c5d/*accent*/">See it</a></p>
</td></tr></table></body></html>`

test('a mail queued before fills had their own colors is in the brand’s too', () => {
  const brand = mailBrand(look({ brand_color: '#ffd400' }), base)
  const html = withBrand(former, brand)
  expect(html).not.toMatch(/\/\*|#(0f766e|005c5d|6ad2c9)/)
  expect(html).toContain('border-top:4px solid #ffd400"')
  expect(html).toContain('<td class="button" style="background-color:#ffd400;')
  expect(html).toContain('style="background-color:#ffd400;color:#000000">Open')
  expect(html).toContain(`style="color:${brand.colors.accent}">See it`)
  const dark = mailBrand(look({ brand_color: '#111827' }), base)
  expect(dark.colors['dark-fill']).not.toBe(dark.colors['dark-accent'])
  expect(withBrand(former, dark)).toContain(
    `.button { background-color: ${dark.colors['dark-fill']} !important; color: ${dark.colors['on-dark-fill']} !important }`,
  )
})

test('the logo is the smallest JPEG or PNG that is sharp, named after the site', () => {
  const html = withBrand(plain.html, mailBrand(oneLogo, base))
  expect(html).toContain(
    `<img src="${base}/media/${hash}/240.jpg" width="120" height="40" alt="Bread &amp; &quot;Sons&quot;" class="plate"`,
  )
  expect(withBrand(plain.html, mailBrand(both, base))).toContain(
    '<picture><source media="(prefers-color-scheme: dark)"',
  )
})

test.each(themes)('a mail of %s is on its papers, also in the dark', (theme) => {
  const darkPaper = hexOf(grounds[theme].dark.paper)
  const { colors } = mailBrand(look({ look: theme }), base)
  const html = withBrand(plain.html, mailBrand(look({ look: theme }), base))
  expect(html).toContain(
    `<body class="paper" style="margin:0;padding:0;background-color:${colors.paper}">`,
  )
  expect(html).toContain(`.paper { background-color: ${darkPaper} !important }`)
})

test('headings have a serif face where those of the site do', () => {
  const headings = (type_pairing: PublishedAppearance['type_pairing']) =>
    all(
      withBrand(plain.html, mailBrand(look({ type_pairing }), base)),
      /<h[12][^>]* style="font-family:([^;]*);/g,
    )
  const serif = headings('fraunces-source')
  expect(serif).toHaveLength(3)
  for (const face of serif) expect(face).toBe("Fraunces,Georgia,'Times New Roman',serif")
  for (const face of headings('bricolage-public')) expect(face).toMatch(/,sans-serif$/)
})

test('without a public address the logo is a part of the mail, unless it is very large', () => {
  const brand = mailBrand(both, '')
  expect(brand.isAttached).toBe(true)
  const html = withBrand(plain.html, brand)
  expect(html).toContain('<img src="cid:logo@foyer" width="120" height="40"')
  expect(html).not.toContain('<source')
  const large = {
    ...picture(1, ['png']),
    variants: [{ width: 480, height: 160, format: 'png', bytes: 300_000 }],
  } as const
  const heavy = look({ logo_light: 1, pictures: [{ ...large, variants: [...large.variants] }] })
  expect(mailBrand(heavy, '').logo).toBeUndefined()
  expect(mailBrand(heavy, base).logo).toBeDefined()
})

test('the name of the site is shown without a logo or a format for mail', () => {
  const webp = look({ logo_light: 1, pictures: [picture(1, ['webp', 'avif'])] })
  for (const brand of [mailBrand(look(), base), mailBrand(webp, ''), mailBrand(webp, base)]) {
    const html = withBrand(plain.html, brand)
    expect(html).not.toContain('<img')
    expect(html).toContain('>Bread &amp; &quot;Sons&quot;</td>')
  }
})

test('text that looks like a mark of the layout stays as it is', () => {
  const site = '<!--site-->x<!--/site-->'
  const { html } = compose({ site, language: 'en', heading: null, sections: [], footer: '' })
  expect(withBrand(html, mailBrand(oneLogo, base))).toContain(
    'alt="&lt;!--site--&gt;x&lt;!--/site--&gt;"',
  )
})
