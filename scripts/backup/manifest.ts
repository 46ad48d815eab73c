import { createHash } from 'node:crypto'
import { createReadStream, type WriteStream } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Written last: a folder without it is an incomplete backup. */
const schema = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** Null when the database is on a server, which is backed up there. */
  database: z.literal('careers.db').nullable(),
  resumes: z.number(),
  /** How many of their files were read and summed; the others are those of the backup before. */
  summed: z.number().optional(),
  /** When all were, which is each time in backups that don't say. */
  all_summed_at: z.iso.datetime().optional(),
  /** Total size of the resumes. */
  bytes: z.number(),
  /** Missing in backups from before there were any. */
  pictures: z.number().default(0),
  /** Ids of pictures with a file that was already missing or damaged. */
  lost_pictures: z.array(z.number()).default([]),
  /** Ids of applications whose resume was already missing or damaged. */
  lost: z.array(z.number()),
  /** SHA-256 of the file SHA256SUMS. */
  sums_sha256: z.string(),
})
export type Manifest = z.output<typeof schema>

/** In the format of `sha256sum -c`. */
export const sumsFile = 'SHA256SUMS'
export const manifestFile = 'manifest.json'

export const resumePath = (key: string) => join('resumes', key.slice(0, 2), key)

/** SHA-256 of a file, in hex. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Adds a line to SHA256SUMS; `path` is relative to the backup. */
export const addSum = (sums: WriteStream, sum: string, path: string) =>
  sums.write(`${sum}  ${path.replaceAll('\\', '/')}\n`)

/** Syncs a file or folder; new names in an unsynced folder don't survive a power cut. */
export async function syncFile(path: string) {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Completes the backup atomically: the manifest is durable, or absent. */
export async function writeManifest(folder: string, manifest: Manifest) {
  const part = join(folder, `${manifestFile}.part`)
  await writeFile(part, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await syncFile(part)
  await rename(part, join(folder, manifestFile))
  await syncFile(folder)
}

/** Throws an error for the operator unless the folder is a complete backup in a known format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => null)
  if (!text) throw new Error(`${folder} is not a complete backup: it has no ${manifestFile}`)
  const manifest = schema.safeParse(asJson(text))
  if (manifest.success) return manifest.data
  throw new Error(`${folder} is not a backup that this version can read`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Sums = {
  /** By key: resumes, files of answers, and uploads that AVIF is made from. */
  files: Map<string, string>
  /** By path below the backup: the files of pictures. */
  pictures: Map<string, string>
}

/** Verifies every file of the backup; returns the hashes. */
export async function verifySums(
  folder: string,
  { sums_sha256, resumes, database }: Manifest,
): Promise<Sums> {
  const list = join(folder, sumsFile)
  const damaged = (what: string) => new Error(`The backup is damaged: ${what}`)
  if ((await sha256(list).catch(() => '')) !== sums_sha256) throw damaged(sumsFile)
  const files = new Map<string, string>()
  const pictures = new Map<string, string>()
  let others = 0
  for await (const line of createInterface({ input: createReadStream(list) })) {
    const [, sum = '', path = ''] = /^([0-9a-f]{64}) {2}(.*)$/.exec(line) ?? []
    const [, key] = /^resumes\/[0-9a-f]{2}\/([0-9a-f]{32})$/.exec(path) ?? []
    if (key) files.set(key, sum)
    else if (/^media\/[0-9a-f]{32}\/\d+\.[a-z]+$/.test(path)) pictures.set(path, sum)
    else if (path !== database || others++) throw damaged(`${sumsFile} names ${path}`)
    if ((await sha256(join(folder, path)).catch(() => '')) !== sum) throw damaged(path)
  }
  if (files.size < resumes || others !== (database ? 1 : 0)) throw damaged('files are missing')
  return { files, pictures }
}
