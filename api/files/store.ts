import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type FolderOptions, openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

/** A received file that nobody has decided to keep yet: local, complete and fsynced. */
export type StagedResume = {
  path: string
  /** In bytes. */
  size: number
  /** In lower-case hex. */
  sha256: string
}

/** Where resumes live. A key is 32 lower-case hex digits; under any other nothing can be found. */
export type ResumeStore = {
  /** Throws ENOSPC when so little disk space is left that it is kept for the database. */
  requireSpace(): Promise<void>
  /**
   * Streams into a temporary file. Past `limit` bytes it reads on to the end but keeps nothing.
   * When it throws, or answers `too large`, no file is left behind.
   */
  stage(body: Readable, limit: number): Promise<StagedResume | 'too large'>
  /**
   * Makes a staged file permanent under a new random key, and answers that key once the file would
   * survive a power cut. When it throws, the staged file is gone too. Only who restores a backup
   * names the key.
   */
  keep(staged: StagedResume, key?: string): Promise<string>
  /** No error when the file is gone already. */
  discard(staged: StagedResume): Promise<void>
  /** The bytes as received and how many there are; null when there is nothing under the key. */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Throws when the store can't be reached or written. */
  ready(): Promise<void>
  /** All that is kept, by ascending key, but for what is passed over unseen. */
  list(passOver?: (key: string) => boolean): AsyncIterable<KeptResume>
  /**
   * Removes what processes that are no more were receiving; answers how many files. Without `before`,
   * as at a start, also what lies under this process's number; with it, all last written to before then.
   */
  discardStale(before?: Date): Promise<number>
  /** Gives the file a second name, outside of the store; false where that can't be done, or there is none. */
  link(key: string, path: string): Promise<boolean>
}

export type KeptResume = {
  key: string
  /** When it was received. */
  modified: Date
}

/**
 * The store that `STORAGE_URL` names: `file:FOLDER` (created when missing) or
 * `s3://bucket?endpoint=…&region=…` with the credentials of the standard `AWS_*` variables.
 * Throws an Error of one line when the folder can't be written or the URL says too little.
 */
export async function openStore(
  url: string,
  env = process.env,
  options: FolderOptions = {},
): Promise<ResumeStore> {
  if (url.startsWith('s3:')) return openS3Store(url, env)
  return openFolderStore(folderOf(url), options)
}

/** The folder of `file:FOLDER`. `file:./data` is relative to the working folder, which no URL parser knows. */
export function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length))
}
