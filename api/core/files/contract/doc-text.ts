import { find, read } from 'cfb'
import { PreviewError } from './preview-error.ts'

/** About 400 pages. */
const maxCharacters = 1_000_000

/**
 * The text of a Word 97–2007 document: body, notes, headers and text boxes, without comments.
 * Offsets are those of [MS-DOC] 2.5 (FIB) and 2.9.38 (Clx).
 * @throws {PreviewError} for a password-protected or too long document; for a damaged one, others
 */
export function docText(bytes: Uint8Array): string {
  const container = read(bytes, { type: 'array' })
  const stream = (name: string) => {
    const content = find(container, `/${name}`)?.content
    if (!content) throw new Error(`Stream not found: ${name}`)
    return Uint8Array.from(content)
  }
  const main = stream('WordDocument')
  const fib = new DataView(main.buffer)
  const flags = fib.getUint16(0x0a, true)
  if (fib.getUint16(0, true) !== 0xa5ec) throw new Error('Not a Word document')
  if (flags & 0x100) throw new PreviewError('locked')
  const table = stream(flags & 0x200 ? '1Table' : '0Table')
  const clx = table.subarray(fib.getUint32(0x1a2, true)).subarray(0, fib.getUint32(0x1a6, true))
  const text = textOfPieces(clx, main)
  return storiesOf(fib, text).filter(Boolean).join('\n\n')
}

/** Assembles the text from the piece table ([MS-DOC] 2.8.35 PlcPcd). */
function textOfPieces(clx: Uint8Array, main: Uint8Array) {
  const view = new DataView(clx.buffer, clx.byteOffset, clx.byteLength)
  let at = 0
  while (view.getUint8(at) === 1) at += 3 + view.getUint16(at + 1, true)
  const count = Math.floor((view.getUint32(at + 1, true) - 4) / 12)
  const positions = at + 5
  const pieces = positions + 4 * (count + 1)
  if (view.getUint32(positions + 4 * count, true) > maxCharacters) throw new PreviewError('large')

  let text = ''
  for (let n = 0; n < count; n += 1) {
    const first = view.getUint32(positions + 4 * n, true)
    const length = view.getUint32(positions + 4 * (n + 1), true) - first
    const place = view.getUint32(pieces + 8 * n + 2, true)
    const isCompressed = (place & 0x40000000) !== 0
    const offset = isCompressed ? (place & 0x3fffffff) >> 1 : place
    if (first !== text.length || length < 0) throw new Error('The piece table is damaged')
    const end = offset + length * (isCompressed ? 1 : 2)
    if (end > main.length) throw new Error('The text ends too early')
    text += decoders[isCompressed ? 'compressed' : 'full'].decode(main.subarray(offset, end))
  }
  return text
}

const decoders = {
  compressed: new TextDecoder('windows-1252'),
  // A piece may begin in the middle of a surrogate pair, and with a byte order mark.
  full: new TextDecoder('utf-16le', { ignoreBOM: true }),
}

/** Offsets of the stories' lengths in the FIB, in the order of the text ([MS-DOC] 2.5.4). */
const stories = [
  { name: 'body', at: 0x4c },
  { name: 'footnotes', at: 0x50 },
  { name: 'headers', at: 0x54 },
  { name: 'comments', at: 0x5c },
  { name: 'endnotes', at: 0x60 },
  { name: 'text boxes', at: 0x64 },
  { name: 'text boxes of headers', at: 0x68 },
]

function storiesOf(fib: DataView, text: string) {
  let end = 0
  return stories
    .map(({ name, at }) => {
      const start = end
      end += fib.getUint32(at, true)
      return name === 'comments' ? '' : text.slice(start, end)
    })
    .map(plain)
}

/** Replacements of control characters ([MS-DOC] 2.4.1); others go. Two cell marks end a row. */
const controls: Record<string, string> = {
  '\t': '\t',
  '\r': '\n',
  '\v': '\n',
  '\f': '\n\n',
  '\x07': '\x07',
  '\x0e': '\n',
  '\x1e': '\u2011',
}

/** Removes marks, pictures and field instructions ([MS-DOC] 2.8.25). */
function plain(story: string) {
  let text = ''
  // For each open field, whether we are still in its instruction.
  const fields: boolean[] = []
  let instructions = 0
  for (const character of story) {
    if (character === '\x13') {
      fields.push(true)
      instructions += 1
    } else if (character === '\x14' || character === '\x15') {
      if (fields.pop()) instructions -= 1
      if (character === '\x14') fields.push(false)
    } else if (!instructions) {
      text += character < ' ' ? (controls[character] ?? '') : character
    }
  }
  return text.replaceAll('\x07\x07', '\n').replaceAll('\x07', '\t').trim()
}
