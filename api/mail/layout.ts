import { escapeHtml } from '../http/contract/text.ts'
import type { Language } from '../words/contract.ts'
import { richTextAsText, richTextWithStyles } from './rich-text.ts'
import { font, sheet, small, text } from './styles.ts'

/** A part of a mail: its fields are shown in this order, as plain text but for `html`. */
export type Section = {
  title?: string
  lines?: string[]
  /** Sanitized rich text. */
  html?: string
  list?: readonly string[]
  /** Label and value. */
  facts?: [string, string][]
  link?: { label: string; url: string }
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

function sectionText({ title, lines, html, list, facts, link }: Section): string {
  const blocks = [
    ...(title ? [`${title}\n${'-'.repeat(title.length)}`] : []),
    ...(lines ?? []),
    ...(html ? [richTextAsText(html)] : []),
    ...(list ? [list.map((item) => `- ${item}`).join('\n')] : []),
    ...(facts ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n\n${link.url}`] : []),
  ]
  return blocks.join('\n\n')
}

const paragraph = (html: string) => `<p class="ink" style="${text};margin:0 0 16px">${html}</p>`

const factRow = ([label, value]: [string, string]) =>
  `<tr><th scope="row" class="soft" style="${small};text-align:left;vertical-align:top;font-weight:normal;padding:3px 20px 3px 0;white-space:nowrap">${escapeHtml(label)}</th>
<td class="ink" style="${text};vertical-align:top;padding:2px 0;word-break:break-word" dir="auto">${escapeHtml(value)}</td></tr>`

function sectionHtml({ title, lines, html, list, facts, link }: Section): string {
  const blocks = [
    title &&
      `<h2 class="ink" style="${font};font-size:17px;line-height:1.3;color:#152225;margin:28px 0 10px">${escapeHtml(title)}</h2>`,
    ...(lines ?? []).map((line) => paragraph(escapeHtml(line))),
    html && richTextWithStyles(html),
    list &&
      `<ul style="margin:0 0 16px;padding:0 0 0 20px">${list.map((item) => `<li class="ink" style="${text};margin:0 0 6px">${escapeHtml(item)}</li>`).join('')}</ul>`,
    facts &&
      `<table style="border-collapse:collapse;margin:0 0 16px">${facts.map(factRow).join('')}</table>`,
    link &&
      `${paragraph(`<a href="${escapeHtml(link.url)}" class="button" style="display:inline-block;padding:10px 18px;border-radius:9px;background:#005c5d;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a>`)}
<p class="soft" style="${small};margin:0 0 16px;word-break:break-all">${escapeHtml(link.url)}</p>`,
  ]
  return blocks.filter(Boolean).join('\n')
}

/** The mail as text and as HTML, with the same content. */
export const compose = ({ site, language, heading, title, sections, footer }: Mail) => ({
  text: [...(heading ? [heading] : []), ...sections.map(sectionText), '-- ', `${site}\n${footer}`]
    .join('\n\n')
    .replace('-- \n\n', '-- \n'),
  html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title ?? heading ?? site)}</title>${sheet}</head>
<body class="paper" style="margin:0;padding:0;background:#fbfaf7">
<table role="presentation" class="paper" style="width:100%;border-collapse:collapse;background:#fbfaf7"><tr><td style="padding:24px 12px;text-align:center">
<table role="presentation" style="width:100%;max-width:600px;margin:0 auto;border-collapse:separate;border-spacing:0;text-align:left">
<tr><td class="ink" style="${font};font-size:15px;font-weight:600;color:#152225;padding:0 4px 14px">${escapeHtml(site)}</td></tr>
<tr><td class="sheet" style="background:#ffffff;border:1px solid #e1e0da;border-radius:14px;padding:28px">
${heading ? `<h1 class="ink" style="${font};font-size:22px;line-height:1.25;color:#152225;margin:0 0 18px">${escapeHtml(heading)}</h1>\n` : ''}${sections.map(sectionHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${small};padding:16px 4px">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`,
})
