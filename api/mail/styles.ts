import { type Tone, tones } from '../rich-text/contract/tones.ts'

// Many mail programs drop style sheets, so styles are inline; the sheet only adds dark mode.
export const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const text = `${font};font-size:16px;line-height:1.55;color:#152225`
export const small = `${font};font-size:14px;line-height:1.5;color:#5c676a`

/** Of text, light and dark, and behind text: the colors of admin/ui/rich-text.css without oklch. */
export const toneColors: Record<Tone, { light: string; dark: string; mark: string }> = {
  red: { light: '#a11d1f', dark: '#ffa5a0', mark: '#fdeae8' },
  orange: { light: '#8a4200', dark: '#f9ba84', mark: '#ffe7d3' },
  yellow: { light: '#6f5200', dark: '#f0d779', mark: '#fbf0c9' },
  green: { light: '#0d5c2b', dark: '#94e3a3', mark: '#dff5e3' },
  blue: { light: '#14549f', dark: '#91c9ff', mark: '#e0f0ff' },
  purple: { light: '#683b9c', dark: '#d6b8f8', mark: '#f1e9fb' },
  grey: { light: '#5c676a', dark: '#a19e96', mark: '#eeeeea' },
}

export const sheet = `<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #0f1415 !important }
  .sheet { background: #161b1d !important; border-color: #283133 !important }
  .ink { color: #f0eeea !important }
  .soft { color: #a19e96 !important }
  .button { background: #6ad2c9 !important; color: #0f1415 !important }
  .link { color: #6ad2c9 !important }
${tones.map((tone) => `  .tone-${tone} { color: ${toneColors[tone].dark} !important }`).join('\n')}
}
</style>`
