import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { shownFileName } from '#api/core/files/file-name.ts'
import { readAt } from '#api/core/files/read-at.ts'
import type { StagedFile } from '#api/core/files/store.ts'
import { checkFile, refuseErrors } from '#api/core/forms/form-errors.ts'
import {
  discardFiles,
  type ReceivedFile,
  type ReceivedForm,
  receiveForm,
} from '#api/core/forms/receive-form.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { say } from '#api/core/words/contract/say.ts'
import { readerLanguage, readerWords } from '#api/core/words/reader.ts'
import type { DocumentType } from '#db/enums.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import { applications, now, documentRequests as table } from '#db/schema.ts'
import { ofAnswerFile } from '../applications/contract/answers.ts'
import { heldProblem, linked, loadLinked, words } from '../candidate/access.ts'
import { hasJobEnded } from '../candidate/rows.ts'
import { tooMany, writeAsCandidate } from '../messages/from-candidate.ts'
import { keyOf } from '../messages/rows.ts'

type Checked = StagedFile & { type: DocumentType; name: string }

const fieldError = (message: string) => Problem.field(400, 'file', message)

async function loadRequest({ var: { db } }: Context<Env>, which: SQL, id: number) {
  const [row] = await db
    .select({
      kind: table.kind,
      name: table.name,
      key: table.key,
      sha256: table.sha256,
      withdrawn_at: applications.withdrawn_at,
      has_ended: hasJobEnded.mapWith(Boolean),
      legal_hold: applications.legal_hold,
    })
    .from(table)
    .innerJoin(applications, eq(applications.id, table.application_id))
    .where(and(eq(table.id, id), sql`${applications.id} in ${which}`))
  const request = orNotFound(row, words().unknownDocument)
  if (request.withdrawn_at) throw new Problem(409, words().documentWithdrawn)
  if (request.has_ended) throw new Problem(409, words().documentEnded)
  if (request.key && request.legal_hold) throw await heldProblem(db, 'documentOnHold')
  return request
}

/** By content, not by name: nothing else may reach the decoders. */
async function isPicture(source: string) {
  const file = await open(source)
  try {
    const start = (await readAt(file, 0, 12)).toString('latin1')
    const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP')
    return isWebp || start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n')
  } finally {
    await file.close()
  }
}

/** The picture encoded anew, without its metadata. */
async function encodeAnew({ store, pictures }: Env['Variables'], file: ReceivedFile) {
  if (file.size < 12 || !(await isPicture(file.path))) throw fieldError(words().pictureType)
  const folder = await store.workFolder()
  try {
    const read = await pictures.readLargest(file.path, folder)
    if (!read.ok) {
      if (read.reason === 'unusable') throw fieldError(words().pictureUnreadable)
      if (read.reason === 'disk full')
        throw Object.assign(new Error(read.message), { code: 'ENOSPC' })
      if (read.reason === 'failed') throw new Error(read.message)
      const { tooManyUploads } = readerWords().server
      throw new Problem(503, tooManyUploads, { headers: { 'Retry-After': '10' } })
    }
    // The largest comes last.
    const made = read.value.variants.findLast(({ format }) => format === 'jpg' || format === 'png')
    if (!made) throw new Error('A picture was read without a copy')
    const type = made.format as 'jpg' | 'png'
    const copy = createReadStream(path.join(folder, `${made.width}.${type}`))
    const staged = await store.stage(copy, made.bytes)
    if (staged === 'too large') throw new Error('A picture has changed while it was read')
    const stem = file.name.replace(/\.[^.]{1,10}$/u, '')
    return { ...staged, type, name: shownFileName(`${stem}.${type}`) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The checked file of the form; throws 400 or 413. */
async function checked(
  c: Context<Env>,
  { files }: ReceivedForm,
  { kind, limit }: { kind: 'document' | 'image'; limit: number },
): Promise<Checked> {
  const file = files.get('file')
  if (!file) throw fieldError(words().documentRequired)
  if (kind === 'image' && typeof file === 'object') return encodeAnew(c.var, file)
  const result = await checkFile(file, limit)
  if (!('fault' in result)) return result
  const fault = ofAnswerFile(result.fault, readerWords().errors)
  refuseErrors([{ name: 'file', ...result, fault }], readerLanguage())
  throw fieldError(words().documentRequired)
}

/** Stores a file that was asked for, with a message that says so. Replaces an earlier one. */
export async function receiveDocument(c: Context<Env>) {
  const { db, store, log } = c.var
  const which = await linked(c)
  const id = idOf(c, words().unknownDocument)
  const { public_id } = await loadLinked(c.var, which)
  const request = await loadRequest(c, which, id)
  await c.var.limits.candidateFile(c.env?.ip ?? '')
  const limit = maxFileBytes((await readSiteSettings(db)).max_file_size)
  const form = await receiveForm(c.req.raw, {
    store,
    maxFileBytes: limit,
    incoming: c.env?.incoming,
    language: readerLanguage(),
    fileField: 'file',
    asksForFile: async () => false,
  })
  let file: Checked | undefined
  try {
    file = await checked(c, form, { kind: request.kind, limit })
    if (file.sha256 === request.sha256) return await loadLinked(c.var, which)
    const key = await store.save(file)
    const drop = (key: string) =>
      store.remove(key).catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
    const text = say(words().documentSent, { name: request.name }, readerLanguage())
    // Of two at once, the second one removes the file of the first.
    const unmoved = sql`exists (select 1 from ${table} where ${table.id} = ${id}
      and ${table.application_id} = ${applications.id} and ${table.key} is ${request.key})`
    const mayReplace = sql`(${request.key} is null or ${applications.legal_hold} is null)`
    const written = await writeAsCandidate(c, {
      which,
      text,
      key: keyOf(public_id, undefined, text),
      action: 'document.received',
      condition: sql`${applications.withdrawn_at} is null and not ${hasJobEnded}
        and ${mayReplace} and ${unmoved}`,
      after: [
        db
          .update(table)
          .set({
            key,
            type: file.type,
            file_name: file.name,
            size: file.size,
            sha256: file.sha256,
            received_at: now,
          })
          .where(and(eq(table.id, id), sql`changes() > 0`)),
      ],
    }).catch(async (error) => {
      if (!isOutcomeUnknown(error)) await drop(key)
      throw error
    })
    if (!written) {
      await drop(key)
      if ((await loadRequest(c, which, id)).key !== request.key)
        throw new Problem(409, words().changedMeanwhile)
      throw tooMany(words().tooManyFiles)
    }
    if (request.key) await drop(request.key)
    return loadLinked(c.var, which)
  } finally {
    if (file) await store.discard(file)
    await discardFiles(store, form)
  }
}
