/** Sanitized rich text in mail: as plain text, and with inline styles. */
import { decodeEntities } from '../http/contract/text.ts'
import { type Tone, tones } from '../rich-text/contract/tones.ts'
import { accent, headingFont, text as plain, toneColors } from './styles.ts'

/** Tags and the text between them. */
const pieces = (html: string) => html.split(/(<[^>]*>)/)

const tagOf = (piece: string) => {
  const [, closing, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(piece) ?? []
  return { name, isClosing: closing === '/' }
}

const startOf = (tag: string) => Number(/ start="(\d+)"/.exec(tag)?.[1] ?? 1)

const hrefOf = (tag: string) => decodeEntities(/ href="([^"]*)"/.exec(tag)?.[1] ?? '')

/** Keeps paragraphs, line breaks, lists and the addresses of links. */
export function richTextAsText(html: string): string {
  const lines = ['']
  /** The number of the latest item of each open list; undefined for bullets. */
  const lists: (number | undefined)[] = []
  let link = { href: '', label: '' }
  /** Whether the last line has no text yet; `prefix` then comes before it. */
  let isFresh = true
  let prefix = ''
  const write = (given: string) => {
    const text = isFresh ? given.trimStart() : given
    if (!text) return
    lines[lines.length - 1] += isFresh ? prefix + text : text
    link.label += text
    isFresh = false
  }
  const startLine = ({ afterGap }: { afterGap: boolean }) => {
    if (!isFresh) lines.push('')
    if (afterGap && lines.at(-2)) lines.push('')
    isFresh = true
    prefix = '  '.repeat(lists.length)
  }
  for (const piece of pieces(html)) {
    const { name, isClosing } = tagOf(piece)
    if (!name) write(decodeEntities(piece).replace(/[ \t\r\n]+/g, ' '))
    else if (name === 'br') {
      isFresh = false
      startLine({ afterGap: false })
    } else if (name === 'a') {
      if (isClosing && link.href && !link.href.endsWith(link.label.trim())) write(` (${link.href})`)
      link = { href: isClosing ? '' : hrefOf(piece), label: '' }
    } else if (name === 'ul' || name === 'ol') {
      const isInList = lists.length > 0
      if (isClosing) lists.pop()
      else lists.push(name === 'ol' ? startOf(piece) - 1 : undefined)
      startLine({ afterGap: isClosing ? lists.length === 0 : !isInList })
    } else if (name === 'li') {
      startLine({ afterGap: false })
      if (isClosing) continue
      const number = lists.pop()
      prefix = `${'  '.repeat(lists.length)}${number === undefined ? '-' : `${number + 1}.`} `
      lists.push(number === undefined ? undefined : number + 1)
    } else if (/^(p|h[1-3])$/.test(name) && (isClosing || !isFresh))
      startLine({ afterGap: lists.length === 0 })
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const heading = (size: number) =>
  `${headingFont};font-size:${size}px;line-height:1.3;color:#152225;margin:24px 0 10px`
const styles: Record<string, string> = {
  p: `${plain};margin:0 0 16px`,
  h1: heading(20),
  h2: heading(18),
  h3: heading(16),
  ul: 'margin:0 0 16px;padding:0 0 0 22px',
  ol: 'margin:0 0 16px;padding:0 0 0 24px',
  li: `${plain};margin:0 0 6px`,
  a: `color:${accent}`,
}

const toneOf = (classes: string[], kind: 'tone' | 'mark') =>
  tones.find((tone: Tone) => classes.includes(`${kind}-${tone}`))

/** With a style in each tag, for mail programs drop style sheets. */
export const richTextWithStyles = (html: string): string =>
  pieces(html)
    .map((piece) => {
      const { name, isClosing } = tagOf(piece)
      const classes = / class="([^"]*)"/.exec(piece)?.[1]?.split(' ') ?? []
      if (isClosing || (!styles[name] && !classes.length)) return piece
      const tone = toneOf(classes, 'tone')
      const mark = toneOf(classes, 'mark')
      const align = classes.find((word) => word.startsWith('align-'))?.slice('align-'.length)
      const style = [
        styles[name],
        mark && `background:${toneColors[mark].mark};color:#152225`,
        tone && `color:${toneColors[tone].light}`,
        align && `text-align:${align}`,
      ]
      // On a mark the light colors stay: its background stays light.
      const named = mark ? '' : tone ? `tone-${tone}` : name === 'a' ? 'link' : 'ink'
      const kept = / (?:href|start)="[^"]*"/.exec(piece)?.[0] ?? ''
      const shown = named && (styles[name] || tone) ? ` class="${named}"` : ''
      return `<${name}${kept}${shown} style="${style.filter(Boolean).join(';')}">`
    })
    .join('')
    // No gap above a heading that begins the mail.
    .replace(/^(<h[1-3][^>]*;margin:)24px/, '$10')
