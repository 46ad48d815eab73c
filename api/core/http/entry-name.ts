import { isVisible } from './contract/text.ts'

/** Names of files and folders in archives, which people unpack on any system. */

/** Reserved on Windows, with any extension (learn.microsoft.com, "Naming Files, Paths"). */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)\s*(?:\.|$)/i

/** Invisible but for joiners, which scripts and emoji need; macOS refuses unassigned ones. */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}]/gu

/** In UTF-16 units, so at most 255 bytes; with a folder, short enough for a path on Windows. */
const maxLength = 80

const trimmed = (text: string) => text.replace(/^[. ]+|[. ]+$/g, '')

/** Without half a character at the end. */
const cut = (text: string, length: number) =>
  text.slice(0, Math.max(length, 1)).replace(/[\uD800-\uDBFF]$/, '')

/**
 * A name for a file or folder on any system, at most `max` long with its extension.
 * @param number goes before the extension, for a second file of the same name
 */
export function entryName(text: string, { max = maxLength, number = 1 } = {}): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\t\n\r<>:"/\\|?*]+/g, ' ')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
  const [, name = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(visible) ?? []
  const end = (number > 1 ? ` (${number})` : '') + extension
  const shortened = trimmed(cut(trimmed(name), max - end.length - 1))
  const stem = isVisible(shortened) ? shortened : 'File'
  return `${reserved.test(stem) ? '_' : ''}${stem}${end}`
}

/** How Windows and macOS compare names. */
const comparable = (name: string) => name.normalize('NFKD').toUpperCase().toLowerCase()

/**
 * Returns a function that makes a path of names, none of which it has returned before. Top folders have
 * different names, and the files of each come in a row: only the names of the current one are kept.
 */
export function uniquePaths(): (path: readonly string[]) => string {
  const outside = new Set<string>()
  let [current, inside] = ['', new Set<string>()]
  return (path) => {
    const folders = path.slice(0, -1).map((name) => `${entryName(name)}/`)
    const [first] = folders
    if (first && first !== current) [current, inside] = [first, new Set()]
    const taken = first ? inside : outside
    for (let number = 1; ; number++) {
      const name = folders.join('') + entryName(path.at(-1) ?? '', { number })
      const key = comparable(name)
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}
