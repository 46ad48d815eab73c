import type { FileHandle } from 'node:fs/promises'
import { posix } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { readAt } from './read-at.ts'

class ZipReader extends RandomAccessReader {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override read(
    ...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>
  ) {
    this.#file
      .read(buffer, offset, length, position)
      .then(
        ({ bytesRead }) => done(bytesRead < length ? new Error('Unexpected end of file') : null),
        done,
      )
  }
}

export type Package = { zip: ZipFile; file: FileHandle; entries: Entry[] }

/** Null when it is not a ZIP, or has more than `maxEntries` entries. */
export async function openPackage(file: FileHandle, size: number, maxEntries: number) {
  if ((await readAt(file, 0, 4)).toString('latin1') !== 'PK\u0003\u0004') return null
  const end = await findEnd(file, size)
  const zip = await fromRandomAccessReaderPromise(new ZipReader(file), end, { autoClose: false })
  if (zip.entryCount > maxEntries) return null
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return { zip, file, entries }
}

/** Where the archive ends: yauzl refuses what some mail gateways and websites append to it. */
async function findEnd(file: FileHandle, size: number) {
  const tail = await readAt(file, Math.max(0, size - endSearchBytes), endSearchBytes)
  const at = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (at < 0 || at + endRecordBytes > tail.length) return size
  return Math.min(size, size - tail.length + at + endRecordBytes + tail.readUInt16LE(at + 20))
}

const endRecordBytes = 22
const endSearchBytes = endRecordBytes + 0xffff

/** A part's content, never more than the list of contents claims. */
export async function* unpack({ zip, file }: Package, entry: Entry): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw new Error('Unknown compression or encryption')
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = Readable.from(readBlocks(file, fileDataStart, entry.compressedSize))
  const isPacked = entry.compressionMethod !== 0
  const content = isPacked ? pipeline(packed, createInflateRaw(), () => {}) : packed
  let left = entry.uncompressedSize
  for await (const block of content) {
    left -= block.length
    if (left < 0) break
    yield block
  }
  if (left !== 0) throw new Error('The part is not as long as claimed')
}

async function* readBlocks(file: FileHandle, start: number, length: number) {
  for (let position = start; position < start + length; position += blockBytes)
    yield readAt(file, position, Math.min(blockBytes, start + length - position))
}

const blockBytes = 65_536

export const isPackageXml = ({ fileName }: Entry) =>
  /^\[content_types\]\.xml$|\.rels$/i.test(fileName)

/** Part names are case-insensitive (ECMA-376, part 2, 6.2.2). */
export const partName = (path: string) =>
  posix
    .normalize(`/${path.replaceAll('\\', '/').replace(/%([\da-f]{2})/gi, decodeByte)}`)
    .slice(1)
    .toLowerCase()

const decodeByte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

type Element = { name: string; attributes: Record<string, string> }

/** The elements in order, without namespace prefixes. The parser knows no DTD: no own entities. */
async function readElements(docx: Package, entry: Entry): Promise<Element[]> {
  const elements: Element[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        elements.push({ name: name.replace(/^.*:/, ''), attributes }),
    },
    { xmlMode: true },
  )
  let decoder: TextDecoder | undefined
  for await (const chunk of unpack(docx, entry)) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.end()
  return elements
}

/** The content type of each part, in lower case. */
export async function readContentTypes(docx: Package) {
  const byName = new Map<string, string>()
  const byExtension = new Map<string, string>()
  const list = docx.entries.find(({ fileName }) => /^\[content_types\]\.xml$/i.test(fileName))
  for (const { name, attributes } of list ? await readElements(docx, list) : []) {
    const type = attributes.ContentType?.trim().toLowerCase() ?? ''
    if (name === 'Override') byName.set(partName(attributes.PartName ?? ''), type)
    if (name === 'Default') byExtension.set(attributes.Extension?.toLowerCase() ?? '', type)
  }
  return (name: string) =>
    byName.get(name) ?? byExtension.get(/\.([^./]*)$/.exec(name)?.[1] ?? '') ?? ''
}

export type Relationship = { source: string; type: string; target: string; isExternal: boolean }

export async function readRelationships(docx: Package) {
  const relationships: Relationship[] = []
  for (const entry of docx.entries) {
    const source = entry.fileName.toLowerCase()
    if (!source.endsWith('.rels')) continue
    for (const { name, attributes } of await readElements(docx, entry))
      if (name === 'Relationship')
        relationships.push({
          source,
          type: attributes.Type?.replace(/^.*\//, '') ?? '',
          target: attributes.Target?.trim() ?? '',
          isExternal: attributes.TargetMode?.toLowerCase() === 'external',
        })
  }
  return relationships
}
