/**
 * What a person sees of rich text. Browser and server count letters with this one function, so it
 * needs no DOM, and it is linear in its input.
 */

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

const invisible = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g

function decode(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities.get(name) ?? whole
  const hex = name[1] === 'x' || name[1] === 'X'
  const point = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

/** Behind the last `>` no tag ends: each `<` there would be searched to the end, in time that grows with the square. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1
  const tagged = html.slice(0, end)
  return (
    tagged.replace(/<\/?(?:p|br|h[1-6]|li|ul|ol|div)\b[^>]*>/gi, ' ').replace(/<[^>]*>/g, '') +
    html.slice(end)
  )
}

/** The text of sanitised HTML: tags gone, entities decoded, runs of white space one space. */
export function visibleText(html: string): string {
  return withoutTags(html)
    .replace(/&(#?\w{1,8});/g, decode)
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Rich text as plain text that keeps its paragraphs and line breaks: the way back from `textToHtml`. */
export const htmlToText = (html: string): string =>
  html
    .replace(/<br[^<>]*>/gi, '\n')
    .replace(/<\/li>/gi, '\n')
    .replace(/<\/(?:p|h[1-3]|ul|ol)>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#?\w{1,8});/g, decode)
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** What belongs to a text and takes no room: joiners, selectors, fillers, controls. */
const roomless = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu

/** How many characters of rich text a person sees; a simple emoji counts as one. */
export function visibleLength(html: string): number {
  const text = visibleText(html).replace(roomless, '').replace(/\s+/g, ' ').trim()
  let length = 0
  for (const _ of text) length++
  return length
}

/** For text and for attribute values between double quotes. */
export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Plain text, as a text area holds it, as paragraphs: an empty line parts them, a line break stays one. */
export function textToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** The first `length` characters, and '...' only when something was cut; never half an emoji. */
export function excerpt(text: string, length: number): string {
  let end = 0
  for (let left = length; left && end < text.length; left--)
    end += String.fromCodePoint(text.codePointAt(end)!).length
  return end < text.length ? `${text.slice(0, end).trimEnd()}...` : text
}

/** How a person is called, in a sentence or a heading. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`
