import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Context } from 'hono'
import type { StagedFile } from '#api/core/files/store.ts'
import { discardFiles, receiveForm, tooLarge } from '#api/core/forms/receive-form.ts'
import { invalid } from '#api/core/http/input.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import { media as table } from '#db/schema.ts'
import { mediaForm, uploadLimit } from './contract.ts'
import { exclusive } from './exclusive.ts'
import type { PictureFailure, ReadPicture } from './pictures.ts'
import { load, loadByHash } from './rows.ts'

/** Raised when pictures are encoded differently: the same upload then gets new addresses. */
const recipe = 1

const hashOf = ({ sha256 }: Pick<StagedFile, 'sha256'>) =>
  createHash('sha256').update(`${recipe} ${sha256}`).digest('hex').slice(0, 32)

/** A picture is read in about a second, so that in this time a place in the queue is free. */
const busy = (message: string) => new Problem(429, message, { headers: { 'Retry-After': '10' } })

/** The error that answers a failure of the child process. */
function problemOf({ reason, message }: PictureFailure): Error {
  if (reason === 'unusable') return Problem.field(400, 'file', message)
  if (reason === 'busy') return busy(message)
  if (reason === 'disk full') return Object.assign(new Error(message), { code: 'ENOSPC' })
  if (reason === 'stopped') return new Problem(503, message, { headers: { 'Retry-After': '10' } })
  return new Error(message)
}

type New = { hash: string; name: string; alt: string; decorative: boolean }

/**
 * Publishes the files, then writes the row: a row without its files must never be visible.
 * Undefined when the picture has a row already. Files without a row are left to the reaper.
 */
async function storePicture(
  { db, store, log }: Context<Env>['var'],
  { hash, ...words }: New,
  {
    picture: { variants, width, height, transparent, color, isDrawing },
    file,
    folder,
  }: { picture: ReadPicture; file: StagedFile; folder: string },
) {
  const names = variants.map(({ width, format }) => `${width}.${format}`)
  await store.publish(`media/${hash}`, folder, names)
  const source_key = isDrawing ? null : await store.save(file)
  const drop = () =>
    source_key &&
    store.remove(source_key).catch((err) => log.warn({ err }, 'a file is left for the reaper'))
  try {
    const slow_formats = source_key ? 'waiting' : 'made'
    const [row] = await db
      .insert(table)
      .values({
        hash,
        ...words,
        width,
        height,
        transparent,
        color,
        variants,
        source_key,
        slow_formats,
      })
      .onConflictDoNothing()
      .returning({ id: table.id })
    if (!row) await drop()
    return row?.id
  } catch (error) {
    if (!isOutcomeUnknown(error)) await drop()
    throw error
  }
}

/** The form, with its file staged. */
async function receive(c: Context<Env>, maxFileBytes: number) {
  const options = { maxFileBytes, language: 'en' as const, fileField: 'file' }
  const { store } = c.var
  const form = await receiveForm(c.req.raw, {
    ...options,
    store,
    incoming: c.env?.incoming,
    asksForFile: async () => false,
  })
  const file = form.files.get('file')
  const discard = () => discardFiles(store, form)
  return {
    file: typeof file === 'object' ? file : undefined,
    form,
    options,
    isLarge: !!file,
    discard,
  }
}

/** 200 with the row. Nothing has changed, so the audit trail doesn't record it. */
function alreadyThere(c: Context<Env>, row: NonNullable<Awaited<ReturnType<typeof loadByHash>>>) {
  c.set('actionOnSuccess', undefined)
  return c.json({ ...row, warning: null }, 200)
}

/**
 * POST /media. 201 with the row once files and row are on disk; 200 for a picture that is there
 * already. A refused upload leaves nothing behind.
 */
export async function upload(c: Context<Env>) {
  const { db, store, pictures } = c.var
  const isBusy = pictures.isBusy()
  // When busy, reads the form without keeping it: a browser shows no answer before it has sent all.
  const { file, form, options, isLarge, discard } = await receive(c, isBusy ? 0 : uploadLimit)
  try {
    if (isBusy) throw busy('Many images are being read at the moment. Try again in a minute.')
    if (!file) throw isLarge ? tooLarge(options) : Problem.field(400, 'file', 'Choose an image')
    const fields = mediaForm.safeParse(form.fields)
    if (!fields.success) throw invalid(fields.error.issues)
    const { alt, decorative } = fields.data
    const hash = hashOf(file)
    const before = await loadByHash(db, hash)
    if (before) return alreadyThere(c, before)
    const folder = await store.workFolder()
    try {
      const read = await pictures.read(file.path, folder)
      if (!read.ok) throw problemOf(read)
      const picture = read.value
      const words = { hash, name: file.name, alt: alt ?? '', decorative }
      const id = await exclusive(db, hash, () =>
        storePicture(c.var, words, { picture, file, folder }),
      )
      if (id === undefined) return alreadyThere(c, orNotFound(await loadByHash(db, hash), missing))
      c.var.slowFormats?.wake()
      c.set('auditTarget', { id, subject: file.name })
      const row = orNotFound(await load(db, id), missing)
      return c.json({ ...row, warning: picture.warning }, 201)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    await discard()
  }
}

export const missing = 'Image not found'
