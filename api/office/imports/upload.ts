import { isNotNull } from 'drizzle-orm'
import type { Context } from 'hono'
import { discardFiles, receiveForm } from '#api/core/forms/receive-form.ts'
import { invalid } from '#api/core/http/input.ts'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import type { ImportKind, ImportOptions, ImportPreview } from '#db/enums.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import { imports as table } from '#db/schema.ts'
import { type Mapping, maxCsvBytes, maxPreview, maxZipBytes } from './contract/fields.ts'
import { importForm } from './contract.ts'
import { guessDateOrder, guessMapping, guessSource } from './guess.ts'
import {
  guessEncoding,
  guessSeparator,
  type Head,
  openSource,
  readHead,
  refusedFile,
  type Source,
  tooLarge,
} from './read-file.ts'

/** Files that wait for their import: more than a company needs, less than fills a disk. */
const maxWaiting = 20
/** Characters of a cell in the preview. */
const maxShown = 100
/** Lines by which columns are guessed. */
const guessed = 200

const previewOf = ({ first }: Head): ImportPreview[] =>
  first.slice(0, maxPreview).map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => [...cell.slice(0, 2 * maxShown)].slice(0, maxShown).join('')),
  }))

/** Columns, mapping and preview of a file that is read with these options. */
export async function readTable(
  source: Source,
  kind: ImportKind,
  given: Pick<ImportOptions, 'encoding' | 'separator'>,
) {
  const head = await readHead(source, given, guessed)
  const { columns } = head
  const rows = head.first.map(({ cells }) => cells)
  const mapping = guessMapping(kind, columns, rows)
  if (!source.isZip)
    for (const column of columns) if (mapping[column] === 'resume') mapping[column] = null
  const from = guessSource(columns)
  const at = columns.flatMap((column, index) =>
    mapping[column] === 'applied_at' || mapping[column] === 'decided_at' ? [index] : [],
  )
  const dates = rows.flatMap((cells) => at.map((index) => cells[index] ?? ''))
  const date_order = guessDateOrder(dates, { source: from, columns })
  return { columns, mapping, source: from, date_order, preview: previewOf(head) }
}

/** Receives, guesses and stores; returns the id and what was guessed. */
export async function upload(c: Context<Env>): Promise<{ id: number; guess: Mapping }> {
  const { db, store, log } = c.var
  if ((await db.$count(table, isNotNull(table.key))) >= maxWaiting)
    throw Problem.field(
      400,
      'file',
      'Too many files wait for their import. Delete one of them first.',
    )
  const form = await receiveForm(c.req.raw, {
    store,
    maxFileBytes: maxZipBytes,
    incoming: c.env?.incoming,
    language: 'en',
    fileField: 'file',
    asksForFile: async () => false,
  })
  try {
    const fields = importForm.safeParse(form.fields)
    const file = form.files.get('file')
    if (fields.error) throw invalid(fields.error.issues)
    if (!file) throw Problem.field(400, 'file', 'Choose a file')
    if (typeof file === 'string')
      throw Problem.field(413, 'file', `A ZIP must be at most ${maxZipBytes / 1_048_576} MB`)
    const { kind } = fields.data
    const source = await openSource(file.path, file.size)
    const found = await read(source, kind, file.size).finally(() => source.close())
    const { name, size, sha256 } = file
    const key = await store.save(file)
    const { mapping, columns, preview, options, from } = found
    const [row] = await db
      .insert(table)
      .values({
        kind,
        source: from,
        name,
        is_zip: source.isZip,
        key,
        sha256,
        size,
        columns,
        mapping,
        options,
        preview,
        user_id: signedInUser(c).id,
      })
      .returning({ id: table.id })
      .catch(async (error) => {
        if (!isOutcomeUnknown(error))
          await store
            .remove(key)
            .catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
        throw error
      })
    return { id: row!.id, guess: mapping }
  } catch (error) {
    throw refusedFile(error)
  } finally {
    await discardFiles(store, form)
  }
}

async function read(source: Source, kind: ImportKind, size: number) {
  if (!source.isZip && size > maxCsvBytes) throw tooLarge()
  const encoding = await guessEncoding(source.bytes())
  const separator = await guessSeparator(source.bytes(), encoding)
  const {
    date_order,
    source: from,
    ...found
  } = await readTable(source, kind, {
    encoding,
    separator,
  })
  const options: ImportOptions = { encoding, separator, date_order, duplicates: 'skip' }
  return { ...found, from, options }
}
