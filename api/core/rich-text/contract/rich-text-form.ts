/**
 * The form of stored rich text: text, and between it nothing but the tags, attributes and addresses
 * that the server's sanitizer lets through, spelled as it spells them or as a browser does. Linear.
 */
import { richTextClasses } from './tones.ts'

const names = 'p|h[1-3]|li|ul|ol|strong|em|u|s|a|span'
const classes = `class="(?:(?:${richTextClasses.join('|')}) ?)+"`
// Before its first `/`, `?` or `#`, an address without a scheme has no colon or entity for one.
const address =
  'href="(?![/\\\\]{2})(?:(?:https?:|mailto:|tel:)[^"<>]*|[^"<>:&/?#]*(?:[/?#][^"<>]*)?)"'
/** That of a numbered list. */
const start = 'start="\\d{1,4}"'
const rel = 'rel="noopener noreferrer"'
export const knownTag = `<(?:br(?: /)?|/(?:${names})|(?:${names})(?: (?:${classes}|${address}|${rel}|${start}))*)>`

/** Whether nothing but text is left of HTML without the tags that match. */
export const consistsOf = (tags: string) => {
  const known = new RegExp(tags, 'gi')
  return (html: string): boolean => !/[<>]/.test(html.replace(known, ''))
}

/** Whether HTML is of that form, and so holds no script, style, handler or frame. */
export const isRichText = consistsOf(knownTag)
