/**
 * The rules for text, which browser and server share: what it may contain, and how long it is. They
 * need no DOM, and are linear in their input.
 */
import { isVisible, textLength } from './text-length.ts'

export { isVisible, textLength }

/**
 * Control characters but tab and line breaks, bidi embeddings, overrides and isolates (UAX #9), and
 * interlinear annotations. They hide or reorder the text around them, and no text needs them.
 */
const harmful =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\u202A-\\u202E\\u2066-\\u2069\\uFFF9-\\uFFFB'
const harmfulCharacters = new RegExp(`[${harmful}]`, 'g')
const otherBreaks = /[\v\f\x85\u2028\u2029]/g

/** A multi-line text without harmful characters; other line breaks become ordinary ones. */
export const withoutHarmful = (text: string): string =>
  text.replace(harmfulCharacters, '').replace(otherBreaks, '\n')

const notInLine = new RegExp(`[${harmful}\\t\\n\\r\\v\\f\\x85\\u2028\\u2029]`)
const outside = new RegExp(`[\\s${harmful}]`)

/** Without blanks and harmful characters at both ends, which come along when text is copied. */
export function trimLine(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && outside.test(text[start]!)) start++
  while (start < end && outside.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

const ignorable = '\\p{Default_Ignorable_Code_Point}'
/** Joiners inside stay: domains in Persian have them. */
const notInAddress = new RegExp(
  `^${ignorable}+|(?<!${ignorable})${ignorable}+$|(?![\\u200C\\u200D])${ignorable}`,
  'gu',
)

/** An email address or phone number without the invisible characters that were copied with it. */
export const withoutInvisible = (text: string): string => text.replace(notInAddress, '')
/** Without these characters at its end. A pattern such as /[.]+$/ would start again at each of them. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Whether a trimmed text fits on one line: no harmful character, no tab and no line break. */
export const isLine = (text: string): boolean => !notInLine.test(text)

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const invisible = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g

function decodeNumber(whole: string, digits: string): string {
  // `65`, and `x41` as 0x41.
  const point = Number(`0${digits}`)
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isCharacter ? String.fromCodePoint(point) : whole
}

/** Plain text in which someone wrote characters as HTML entities. Runs of `&amp;` are one step. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (const [name, character] of Object.entries(entities))
    decoded = decoded.replaceAll(`&${name};`, character)
  return decoded.replace(/(?:&amp;)+|&#(\w{1,8});/g, (whole, digits?: string) =>
    digits ? decodeNumber(whole, digits) : '&'.repeat(whole.length / 5),
  )
}

/** After the last `>` no tag ends; searching from each `<` there would take quadratic time. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1
  const tagged = html.slice(0, end)
  return (
    tagged
      .replace(/<(?!\/?(?:[abisu]|em|mark|span|strong)\b)[^>]*>/gi, ' ')
      .replace(/<[^>]*>/g, '') + html.slice(end)
  )
}

/** The text of sanitized HTML: tags gone, entities decoded, runs of white space one space. */
export function visibleText(html: string): string {
  return decodeEntities(withoutTags(html)).replace(invisible, '').replace(/\s+/g, ' ').trim()
}

/** Rich text as plain text with its paragraphs and line breaks: the reverse of `textToHtml`. */
export const htmlToText = (html: string): string =>
  decodeEntities(
    html
      .replace(/<br[^<>]*>/gi, '\n')
      .replace(/<\/li>/gi, '\n')
      .replace(/<\/(?:p|h[1-3]|ul|ol|summary|blockquote|figcaption)>/gi, '\n\n')
      .replace(/<[^<>]*>/g, ''),
  )
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** How many characters of rich text a person sees, as `textLength` counts them. */
export const visibleLength = (html: string): number => textLength(visibleText(html))

/** For text and for attribute values between double quotes. */
export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Plain text as paragraphs: an empty line separates them, a line break remains one. */
export function textToHtml(text: string): string {
  return withoutHarmful(text.replace(/\r\n?/g, '\n'))
    .split(/\n{2,}/)
    .filter(isVisible)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** A person's display name. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`
