import type { ErrorKey } from '../../words/contract/form-error.ts'
import type { Encryption } from './pdf-encryption.ts'
import { type RandomAccessFile, resumeErrors } from './resume.ts'

/** Where readers look for the header; some programs write a banner or an HTTP header before it. */
const headerWithin = 1024
const blockBytes = 65_536
/** On each side of a keyword: dictionaries that matter here are shorter. */
const windowBytes = 2048
const maxMatches = 64
/** A file has one; another may be in an attachment. */
const maxEncryptions = 4

/** Programs and archives, whatever follows. */
const otherKinds = ['MZ', 'PK\u0003\u0004', '\u007fELF', '#!']

/** A PDF needs a header near its start and a trailer; a password is a fault only if viewers ask. */
export async function pdfError(file: RandomAccessFile): Promise<ErrorKey | undefined> {
  const head = await textAt(file, 0, headerWithin + 5)
  if (
    !head.includes('%PDF-') ||
    otherKinds.some((start) => head.startsWith(start)) ||
    !(await hasTrailer(file))
  )
    return resumeErrors.wrongContent
  if (await needsPassword(file)) return resumeErrors.encrypted
}

/** Viewers rebuild a missing cross-reference table, but no trailer (ISO 32000-2, 7.5.5, 7.5.8). */
async function hasTrailer(file: RandomAccessFile) {
  // Nearly always at the end, so only few files are read twice.
  for (const from of [Math.max(0, file.size - windowBytes), 0])
    for (const word of ['trailer', '/XRef'])
      for await (const position of find(file, word, from))
        if (/\/Root\s+\d+\s+\d+\s+R/.test(await textAround(file, position))) return true
  return false
}

async function needsPassword(file: RandomAccessFile) {
  const encryptions = await findEncryptions(file)
  if (encryptions.length === 0) return false
  const { opensWithoutPassword } = await import('./pdf-encryption.ts')
  return !encryptions.some(opensWithoutPassword)
}

async function findEncryptions(file: RandomAccessFile) {
  const byReference = new Map<string, Encryption | undefined>()
  for await (const position of find(file, '/Encrypt')) {
    const value = await textAt(file, position + '/Encrypt'.length, windowBytes)
    const around = await textAround(file, position)
    const fileId = stringAfter(around, /\/ID\s*\[\s*/) ?? new Uint8Array()
    const [, number, generation] = /^\s+(\d{1,10})\s+(\d{1,5})\s+R/.exec(value) ?? []
    const object = `${number} ${generation} obj`
    if (/^\s*<</.test(value)) byReference.set('', parseEncryption(value, fileId))
    else if (number && !byReference.has(object))
      byReference.set(object, await encryptionIn(file, object, fileId))
    if (byReference.size === maxEncryptions) break
  }
  return [...byReference.values()].filter((encryption) => encryption !== undefined)
}

async function encryptionIn(file: RandomAccessFile, object: string, fileId: Uint8Array) {
  let encryption: Encryption | undefined
  for await (const position of find(file, object))
    encryption = parseEncryption(await textAt(file, position, windowBytes), fileId) ?? encryption
  return encryption
}

function parseEncryption(textFrom: string, fileId: Uint8Array): Encryption | undefined {
  const [text = ''] = textFrom.split(/endobj|startxref|stream\r?\n/, 1)
  const [, filter] = /\/Filter\s*\/(\w[\w.]*)/.exec(text) ?? []
  const revision = numberAfter(text, /\/R\s+(\d+)/)
  if (!filter || !/\/V\s+\d/.test(text) || (filter === 'Standard' && !revision)) return
  // Only attachments are encrypted, so pages can be read.
  if (/\/StmF\s*\/Identity/.test(text)) return
  return {
    filter,
    revision,
    keyLengths: Array.from(text.matchAll(/\/Length\s+(\d+)/g), ([, length]) => Number(length))
      .map((length) => (length < 40 ? length : length >> 3))
      .filter((bytes) => bytes >= 5 && bytes <= 16),
    permissions: numberAfter(text, /\/P\s+([+-]?\d+)/),
    encryptsMetadata: !/\/EncryptMetadata\s+false/.test(text),
    owner: stringAfter(text, /\/O\s*(?=[(<])/) ?? new Uint8Array(),
    user: stringAfter(text, /\/U\s*(?=[(<])/) ?? new Uint8Array(),
    fileId,
  }
}

const numberAfter = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

/** The string that follows, in either notation of ISO 32000-2, 7.3.4. */
function stringAfter(text: string, pattern: RegExp): Uint8Array | undefined {
  const match = pattern.exec(text)
  if (!match) return
  const rest = text.slice(match.index + match[0].length)
  const [, hex] = /^<([\da-f\s]*)>/i.exec(rest) ?? []
  if (hex !== undefined) {
    const digits = hex.replace(/\s/g, '')
    return Uint8Array.from(
      digits.padEnd(digits.length + (digits.length % 2), '0').match(/../g) ?? [],
      (pair) => Number.parseInt(pair, 16),
    )
  }
  if (rest.startsWith('(')) return literalString(rest)
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function literalString(text: string) {
  let result = ''
  let depth = 0
  for (const [token] of text.matchAll(/\\(?:[0-7]{1,3}|\r\n|.)|\r\n?|./gs)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (depth === 0) break
    result += unescaped(token)
  }
  return Uint8Array.from(result.slice(1), (character) => character.charCodeAt(0))
}

function unescaped(token: string) {
  if (token[0] === '\r') return '\n'
  if (token[0] !== '\\') return token
  const escaped = token.slice(1)
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 255)
  return /^[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped)
}

/** The first few offsets of a word in the file; bounds the work. */
async function* find(file: RandomAccessFile, word: string, from = 0) {
  const bytes = Uint8Array.from(word, (character) => character.charCodeAt(0))
  let matches = 0
  for (let start = from; start < file.size; start += blockBytes) {
    const block = await file.read(start, blockBytes + word.length - 1)
    for (let at = indexOf(block, bytes, 0); at >= 0; at = indexOf(block, bytes, at + 1)) {
      yield start + at
      if (++matches === maxMatches) return
    }
  }
}

function indexOf(block: Uint8Array, word: Uint8Array, from: number) {
  const [first = 0, second] = word
  for (let at = block.indexOf(first, from); at >= 0; at = block.indexOf(first, at + 1))
    if (block[at + 1] === second && word.every((byte, index) => block[at + index] === byte))
      return at
  return -1
}

const textAround = (file: RandomAccessFile, position: number) =>
  textAt(file, Math.max(0, position - windowBytes), 2 * windowBytes)

const textAt = async (file: RandomAccessFile, position: number, length: number) =>
  String.fromCharCode(...(await file.read(position, length)))
