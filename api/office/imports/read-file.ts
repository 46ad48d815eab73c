import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as copied } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { Entry } from 'yauzl'
import { openPackage, type Package, partName, unpack } from '#api/core/files/docx-package.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { Problem } from '#api/core/http/problem.ts'
import type { ImportOptions } from '#db/enums.ts'
import {
  type Encoding,
  maxColumns,
  maxCsvBytes,
  maxLines,
  maxZipEntries,
  type Separator,
  separators,
} from './contract/fields.ts'

/** The file can't be read. The message is for staff. */
export class UnreadableFile extends Error {}
class TooLargeFile extends UnreadableFile {}

/** The error as an answer under the file's field. */
export const refusedFile = (error: unknown) =>
  error instanceof UnreadableFile
    ? Problem.field(error instanceof TooLargeFile ? 413 : 400, 'file', error.message)
    : error

export type Line = { line: number; cells: string[] }

/** A table on the disk, alone or in a ZIP with the files that it names. */
export type Source = {
  bytes(): AsyncIterable<Buffer>
  /** The file that a cell names, by its path or its name; undefined: none, or several. */
  find(name: string): Entry | undefined
  unpack(entry: Entry): AsyncGenerator<Buffer>
  isZip: boolean
  close(): Promise<void>
}

const isTable = ({ fileName }: Entry) =>
  /\.(?:csv|tsv|txt)$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName)

const depth = ({ fileName }: Entry) => fileName.split('/').length

/** Opens a file of this size. Throws UnreadableFile when it is neither text nor a ZIP with a table. */
export async function openSource(path: string, size: number): Promise<Source> {
  const file = await open(path, 'r')
  try {
    return await sourceOf(file, path, size)
  } catch (error) {
    await file.close()
    if (error instanceof UnreadableFile || (error as NodeJS.ErrnoException).syscall) throw error
    throw new UnreadableFile('This ZIP is damaged. Make it anew, without a password.')
  }
}

async function sourceOf(file: FileHandle, path: string, size: number): Promise<Source> {
  const start = Buffer.alloc(4)
  await file.read(start, 0, 4, 0)
  if (start.toString('latin1', 0, 2) !== 'PK')
    return {
      bytes: () => createReadStream(path),
      find: () => undefined,
      // biome-ignore lint/correctness/useYield: there is nothing to unpack
      async *unpack() {
        throw new Error('not a ZIP')
      },
      isZip: false,
      close: () => file.close(),
    }
  const zip = await openPackage(file, size, maxZipEntries)
  if (!zip)
    throw new UnreadableFile(
      `This ZIP is empty, or has more than ${maxZipEntries.toLocaleString('en')} files`,
    )
  const [table] = zip.entries
    .filter(isTable)
    .sort((a, b) => depth(a) - depth(b) || b.uncompressedSize - a.uncompressedSize)
  if (!table) {
    const isWorkbook = zip.entries.some(({ fileName }) => fileName === 'xl/workbook.xml')
    throw new UnreadableFile(
      isWorkbook
        ? 'This is an Excel workbook. Save it as CSV, then choose that file.'
        : 'This ZIP has no CSV file. Put the table beside the files, as CSV.',
    )
  }
  if (table.uncompressedSize > maxCsvBytes) throw tooLarge()
  const find = finder(zip)
  return {
    bytes: () => unpack(zip, table),
    find,
    unpack: (entry) => unpack(zip, entry),
    isZip: true,
    close: () => file.close(),
  }
}

export const tooLarge = () =>
  new TooLargeFile(
    `A CSV file must be at most ${maxCsvBytes / 1_048_576} MB. Split it into several.`,
  )

const baseName = (path: string) => path.split('/').at(-1) ?? ''

/** Finds the file that a cell names: by its path, or by the end of it. */
function finder({ entries }: Package) {
  const files = entries
    .filter(({ fileName }) => !fileName.endsWith('/'))
    .map((entry) => ({ entry, path: partName(entry.fileName) }))
  const byPath = new Map(files.map(({ entry, path }) => [path, entry]))
  const byName = Map.groupBy(files, ({ path }) => baseName(path))
  return (cell: string) => {
    const whole = partName(cell)
    const exact = byPath.get(whole)
    if (exact && (whole.includes('/') || byName.get(whole)?.length === 1)) return exact
    // The folders of an address are not those of the ZIP.
    const [address, isWeb] = [cell.split(/[?#]/)[0] ?? '', /^[a-z]+:\/\//i.test(cell)]
    const given = `/${isWeb ? baseName(partName(address)) : partName(address)}`
    const named = byName.get(baseName(given)) ?? []
    const agree = named.filter(
      ({ path }) => given.endsWith(`/${path}`) || `/${path}`.endsWith(given),
    )
    // Of two with the same name, only the path says which.
    return agree.length === 1 ? agree[0]!.entry : undefined
  }
}

/** A copy of the stored file to read from, which `close` removes. Throws when the file is gone. */
export async function openStored(store: FileStore, key: string, size: number): Promise<Source> {
  const folder = await store.workFolder()
  const drop = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'import')
    if (!(await store.link(key, path))) {
      const found = await store.open(key)
      if (!found) throw new UnreadableFile('The file is gone. Choose it again.')
      await copied(Readable.fromWeb(found.body as never), createWriteStream(path, { mode: 0o600 }))
    }
    const source = await openSource(path, size)
    return {
      ...source,
      close: async () => {
        await source.close()
        await drop()
      },
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/** What the bytes are in. Reads them all: the first letter with an accent may come late. */
export async function guessEncoding(bytes: AsyncIterable<Buffer>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let first: Buffer | undefined
  try {
    for await (const chunk of bytes) {
      first ??= chunk
      utf8.decode(chunk, { stream: true })
    }
    utf8.decode()
  } catch {
    isUtf8 = false
  }
  const start = first ?? Buffer.alloc(0)
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  // Without a mark: every other byte of Latin text is zero.
  const head = start.subarray(0, 2000)
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => at % 2 === odd && byte === 0).length)
  if (zeros[1]! > head.length / 4) return 'utf-16le'
  if (zeros[0]! > head.length / 4) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** A first line by which Excel is told the separator. */
const separatorLine = /^sep=(.)\r?\n/

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: string) {
  const decoder = new TextDecoder(encoding)
  let size = 0
  let isFirst = true
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxCsvBytes) throw tooLarge()
    const text = decoder.decode(chunk, { stream: true })
    yield isFirst ? text.replace(separatorLine, '') : text
    isFirst = false
  }
  yield decoder.decode()
}

/** What separates cells: what the most of the first lines have the same number of. */
export async function guessSeparator(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
): Promise<Separator> {
  let head = ''
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    head += decoder.decode(chunk, { stream: true })
    if (head.length > 100_000) break
  }
  const told = separators.find((sign) => sign === separatorLine.exec(head)?.[1])
  if (told) return told
  const lines = head
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n?|\n/)
    .filter(Boolean)
    .slice(0, 50)
  const score = (sign: string) => {
    const columns = lines[0]?.split(sign).length ?? 1
    if (columns < 2) return 0
    return columns + 1000 * lines.filter((line) => line.split(sign).length === columns).length
  }
  const [best] = [...separators].sort((a, b) => score(b) - score(a))
  return best ?? ','
}

/** In UTF-16 units: more than any line of people or jobs has. */
const maxLine = 1_000_000

const csvErrors: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: 'is longer than a million characters. A quotation mark may be missing.',
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark that never ends.',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'has text after a closing quotation mark.',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark.',
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { lines } = error as { lines?: number }
  const what = csvErrors[error.code] ?? 'is no line of a CSV file.'
  return new UnreadableFile(`Line ${lines ?? 1} ${what}`)
}

/** The lines that aren't empty, the names of the columns first. */
export async function* readLines(
  source: Pick<Source, 'bytes'>,
  { encoding, separator }: Pick<ImportOptions, 'encoding' | 'separator'>,
): AsyncGenerator<Line> {
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    max_record_size: maxLine,
  })
  const text = Readable.from(decoded(source.bytes(), encoding))
  pipeline(text, parser, () => {})
  let line = 1
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const cells = record.length > maxColumns ? record.slice(0, maxColumns + 1) : record
      if (cells.some((cell) => cell.trim())) {
        if (count++ > maxLines)
          throw new UnreadableFile(
            `The file has more than ${maxLines.toLocaleString('en')} lines. Split it into several.`,
          )
        yield { line, cells }
      }
      line = Math.max(line, info.lines) + 1
    }
  } catch (error) {
    throw unreadable(error)
  } finally {
    text.destroy()
    parser.destroy()
  }
}

/** Names for the columns, of which no two are the same. */
function columnNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name =
      [...cell.replace(/\s+/g, ' ').trim()].slice(0, 80).join('') || `Column ${index + 1}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count > 1 ? `${name} (${count})` : name
  })
}

export type Head = { columns: string[]; first: Line[] }

/** The names of the columns and the first lines. Throws UnreadableFile without them. */
export async function readHead(
  source: Pick<Source, 'bytes'>,
  options: Pick<ImportOptions, 'encoding' | 'separator'>,
  maxFirst: number,
): Promise<Head> {
  const lines = readLines(source, options)
  const { value: head } = await lines.next()
  if (!head) throw new UnreadableFile('The file is empty')
  if (head.cells.length > maxColumns)
    throw new UnreadableFile(`The file has more than ${maxColumns} columns`)
  const first: Line[] = []
  for await (const line of lines) {
    first.push(line)
    if (first.length === maxFirst) break
  }
  if (!first.length)
    throw new UnreadableFile(
      'The file has one line only. The first line has the names of the columns.',
    )
  return { columns: columnNames(head.cells), first }
}
