import { type Tone, tones } from '../rich-text/contract/tones.ts'

// Many mail programs drop style sheets, so styles are inline; the sheet only adds dark mode.
const systemFont = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const font = `font-family:${systemFont}`
/** Where `withBrand` puts the face of headings. */
export const headingFont = `font-family:${systemFont}/*headings*/`
export const headingFace = /font-family:([^;"/]+)\/\*headings\*\//g
export const text = `${font};font-size:16px;line-height:1.55;color:#152225`
export const small = `${font};font-size:14px;line-height:1.5;color:#5c676a`

/** Of text, light and dark, and behind text: the colors of admin/ui/styles/rich-text.css without oklch. */
export const toneColors: Record<Tone, { light: string; dark: string; mark: string }> = {
  red: { light: '#a11d1f', dark: '#ffa5a0', mark: '#fdeae8' },
  orange: { light: '#8a4200', dark: '#f9ba84', mark: '#ffe7d3' },
  yellow: { light: '#6f5200', dark: '#f0d779', mark: '#fbf0c9' },
  green: { light: '#0d5c2b', dark: '#94e3a3', mark: '#dff5e3' },
  blue: { light: '#14549f', dark: '#91c9ff', mark: '#e0f0ff' },
  purple: { light: '#683b9c', dark: '#d6b8f8', mark: '#f1e9fb' },
  grey: { light: '#5c676a', dark: '#a19e96', mark: '#eeeeea' },
}

/** Colors that `withBrand` replaces when a mail is sent; until then they are Foyer's own. */
const ownColors = {
  paper: '#fbfaf7',
  sheet: '#ffffff',
  line: '#e1e0da',
  fill: '#0f766e',
  'on-fill': '#ffffff',
  'fill-border': '#0f766e',
  accent: '#0f766e',
  'dark-paper': '#0f1415',
  'dark-sheet': '#161b1d',
  'dark-line': '#283133',
  'dark-fill': '#0f766e',
  'on-dark-fill': '#ffffff',
  'dark-accent': '#4ba49b',
}
export type BrandColor = keyof typeof ownColors
export const brandColor = /#[0-9a-f]{6}\/\*([a-z-]+)\*\//g
/** Names in mails that were queued before fills had their own; their buttons stand on `accent`. */
export const formerColors: Record<string, BrandColor> = {
  brand: 'fill',
  'on-accent': 'on-fill',
  'on-dark-accent': 'on-dark-fill',
}
export const formerFill = /(background-color: ?#[0-9a-f]{6}\/\*(?:dark-)?)accent(?=\*\/)/g
const colored = (use: BrandColor) => `${ownColors[use]}/*${use}*/`
export const paper = colored('paper')
export const surface = colored('sheet')
export const line = colored('line')
export const fill = colored('fill')
export const onFill = colored('on-fill')
export const fillBorder = colored('fill-border')
export const accent = colored('accent')

/** Where `withBrand` puts the logo. */
export const namedSite = (name: string) => `<!--site-->${name}<!--/site-->`
export const siteName = /<!--site-->(.*?)<!--\/site-->/s

const [darkFill, onDarkFill] = [colored('dark-fill'), colored('on-dark-fill')]
const darkAccent = colored('dark-accent')
const [darkPaper, darkSurface] = [colored('dark-paper'), colored('dark-sheet')]
const darkLine = colored('dark-line')

export const sheet = `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${darkPaper} !important }
  .sheet { background-color: ${darkSurface} !important; border-color: ${darkFill} ${darkLine} ${darkLine} !important }
  .ink { color: #f0eeea !important }
  .soft { color: #a19e96 !important }
  .button { background-color: ${darkFill} !important; border-color: ${darkFill} !important; color: ${onDarkFill} !important }
  .link { color: ${darkAccent} !important }
  .plate { background-color: ${paper} !important; padding: 8px 10px !important; border-radius: 6px !important }
${tones.map((tone) => `  .tone-${tone} { color: ${toneColors[tone].dark} !important }`).join('\n')}
}
</style>`
