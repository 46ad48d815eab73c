import { escapeHtml } from '../http/contract/text.ts'
import type { Language } from '../words/contract.ts'
import { richTextAsText, richTextWithStyles } from './rich-text.ts'
import {
  accent,
  fill,
  fillBorder,
  font,
  headingFont,
  line,
  namedSite,
  onFill,
  paper,
  sheet,
  small,
  surface,
  text,
} from './styles.ts'

/** A part of a mail: its fields are shown in this order, as plain text but for `html`. */
export type Section = {
  title?: string
  lines?: string[]
  /** Sanitized rich text. */
  html?: string
  list?: readonly string[]
  /** Label and value. */
  facts?: [string, string][]
  /** A button with the address below it; `quiet`: a plain link. */
  link?: { label: string; url: string; quiet?: boolean }
  /** Each with the private link below its label. */
  links?: readonly { label: string; url: string }[]
}

type Mail = {
  language: Language
  /** The name of the site, above everything. */
  site: string
  /** Null in a letter that a person wrote. */
  heading: string | null
  /** The HTML document's title; by default the heading. */
  title?: string
  sections: Section[]
  /** Why this mail came, below everything. */
  footer: string
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Isolates right-to-left names in a line, so that they don't reorder their neighbors (UAX #9). */
export const isolateBidi = (name: string): string =>
  rightToLeft.test(name) ? `\u2068${name}\u2069` : name

/** No colon after a question mark: the value has its own line then. */
const factText = ([label, value]: [string, string]) =>
  /[\p{L}\p{N})]$/u.test(label.trim()) ? `${label}: ${value}` : `${label}\n${value}`

function sectionText({ title, lines, html, list, facts, link, links }: Section): string {
  const blocks = [
    ...(title ? [`${title}\n${'-'.repeat(title.length)}`] : []),
    ...(lines ?? []),
    ...(html ? [richTextAsText(html)] : []),
    ...(list ? [list.map((item) => `- ${item}`).join('\n')] : []),
    ...(facts ? [facts.map(factText).join('\n')] : []),
    ...[...(link ? [link] : []), ...(links ?? [])].map(({ label, url }) => `${label}:\n\n${url}`),
  ]
  return blocks.join('\n\n')
}

const paragraph = (html: string) => `<p class="ink" style="${text};margin:0 0 16px">${html}</p>`

/** The label above its value: beside it, a phone leaves too little room for either. */
const factHtml = ([label, value]: [string, string]) =>
  `<dt class="soft" style="${small};margin:0" dir="auto">${escapeHtml(label)}</dt>
<dd class="ink" style="${text};margin:0 0 10px" dir="auto">${escapeHtml(value)}</dd>`

const quietLink = ({ label, url }: { label: string; url: string }) =>
  paragraph(
    `<a href="${escapeHtml(url)}" class="link" style="color:${accent}">${escapeHtml(label)}</a>`,
  )

/** Outlook pads no links, so the cell has the padding there. */
const buttonLink = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" style="margin:0 0 16px;border-collapse:separate;border-spacing:0"><tr><td class="button" style="background-color:${fill};border:1px solid ${fillBorder};border-radius:9px;mso-padding-alt:10px 18px"><a href="${escapeHtml(url)}" class="button" style="${font};font-size:16px;line-height:1.55;display:inline-block;padding:10px 18px;border-radius:9px;background-color:${fill};color:${onFill};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table>
<p class="soft" style="${small};margin:0 0 16px;word-break:break-all">${escapeHtml(url)}</p>`

function sectionHtml({ title, lines, html, list, facts, link, links }: Section): string {
  const blocks = [
    title &&
      `<h2 class="ink" style="${headingFont};font-size:17px;line-height:1.3;color:#152225;margin:28px 0 10px">${escapeHtml(title)}</h2>`,
    ...(lines ?? []).map((line) => paragraph(escapeHtml(line))),
    html && richTextWithStyles(html),
    list &&
      `<ul style="margin:0 0 16px;padding:0 0 0 20px">${list.map((item) => `<li class="ink" style="${text};margin:0 0 6px">${escapeHtml(item)}</li>`).join('')}</ul>`,
    facts && `<dl style="margin:0 0 16px">${facts.map(factHtml).join('\n')}</dl>`,
    link && (link.quiet ? quietLink(link) : buttonLink(link)),
    ...(links ?? []).map(quietLink),
  ]
  return blocks.filter(Boolean).join('\n')
}

/** As wide as the screen, whatever is in it: a long word or address breaks. */
const frame = 'width:100%;table-layout:fixed;overflow-wrap:anywhere;word-break:break-word'

/** Outlook knows no max-width. */
const outlookFrame = {
  start:
    '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
}

/** The mail as text and as HTML, with the same content. `withBrand` adds the brand on sending. */
export const compose = ({ site, language, heading, title, sections, footer }: Mail) => ({
  text: [...(heading ? [heading] : []), ...sections.map(sectionText), '-- ', `${site}\n${footer}`]
    .join('\n\n')
    .replace('-- \n\n', '-- \n'),
  html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title ?? heading ?? site)}</title>${sheet}</head>
<body class="paper" style="margin:0;padding:0;background-color:${paper}">
<table role="presentation" class="paper" style="${frame};border-collapse:collapse;background-color:${paper}"><tr><td style="padding:24px 12px;text-align:center">
${outlookFrame.start}<table role="presentation" style="${frame};max-width:600px;margin:0 auto;border-collapse:separate;border-spacing:0;text-align:left">
<tr><td class="ink" style="${headingFont};font-size:15px;font-weight:600;color:#152225;padding:0 4px 14px">${namedSite(escapeHtml(site))}</td></tr>
<tr><td class="sheet" style="background-color:${surface};border:1px solid ${line};border-top:4px solid ${fill};border-radius:10px;padding:24px 20px">
${heading ? `<h1 class="ink" style="${headingFont};font-size:22px;line-height:1.25;color:#152225;margin:0 0 18px">${escapeHtml(heading)}</h1>\n` : ''}${sections.map(sectionHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${small};padding:16px 4px">${escapeHtml(footer)}</td></tr>
</table>${outlookFrame.end}</td></tr></table></body></html>`,
})
