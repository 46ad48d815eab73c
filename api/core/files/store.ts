import type { Readable } from 'node:stream'
import type { Erased } from './erased.ts'

/** The store can't be reached or refuses; `cause` says why. The API answers with 503. */
export class StoreUnavailable extends Error {}

/** A received file, not kept yet: local, complete and fsynced. */
export type StagedFile = {
  path: string
  /** In bytes. */
  size: number
  /** In lower-case hex. */
  sha256: string
}

/**
 * Storage of private files (resumes, files of answers, uploaded pictures) and of public ones. Keys
 * of private files are 32 lower-case hex digits; any other key is treated as missing.
 */
export type FileStore = PublicFiles & {
  /** Throws ENOSPC when there is no disk space for an upload beside what the database needs. */
  requireSpace(): Promise<void>
  /**
   * Streams into a temporary file. Past `limit` bytes it reads to the end but keeps nothing.
   * When it throws or returns `too large`, no file is left.
   */
  stage(body: Readable, limit: number): Promise<StagedFile | 'too large'>
  /**
   * Makes a staged file permanent under a new random key, and returns the key once the file would
   * survive a power cut. When it throws, the staged file is gone too. Only a restore passes `key`.
   */
  save(staged: StagedFile, key?: string): Promise<string>
  /** No error when the file is gone already. */
  discard(staged: StagedFile): Promise<void>
  /** The bytes as received and their number; null when the key doesn't exist. */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Throws when the store can't be reached or written. */
  ready(): Promise<void>
  /** Kept files by ascending key, except those that `passOver` skips. */
  list(passOver?: (key: string) => boolean): AsyncIterable<StoredFile>
  /**
   * Removes staged files of dead processes and returns their number. Without `before` (at startup)
   * also those of this pid; with it, also all last written before then.
   */
  discardStale(before?: Date): Promise<number>
  /** Hard-links the file to a path outside the store; false where unsupported or missing. */
  link(key: string, path: string): Promise<boolean>
  /**
   * Adds to the list of erased applications, and returns once it would survive a power cut. No
   * backup has the list, and a restore removes entries only when the operator asks it to.
   */
  addErased(entries: readonly Erased[]): Promise<void>
  removeErased(entries: readonly Erased[]): Promise<void>
  listErased(): Promise<Erased[]>
}

/** `media/{hash}` holds the files of a picture, `made/{hash}` images drawn from other data. */
export type PublicFolder = `${PublicKind}/${string}`
export type PublicKind = 'media' | 'made'

/**
 * Files that anyone may read. Their folder is named by a hash, so they never change. Any other name
 * is treated as missing.
 */
type PublicFiles = {
  /** A new private folder for files to publish; the caller removes it. */
  workFolder(): Promise<string>
  /** Moves files of a work folder, and returns once they would survive a power cut. */
  publish(folder: PublicFolder, workFolder: string, names: string[]): Promise<void>
  openPublic(folder: PublicFolder, name: string): ReturnType<FileStore['open']>
  /** No error when they are gone already. */
  removePublic(folder: PublicFolder): Promise<void>
  listPublic(kind: PublicKind): AsyncIterable<{ folder: PublicFolder; modified: Date }>
  /** The names of the files of a folder. */
  namesIn(folder: PublicFolder): Promise<string[]>
}

export type StoredFile = {
  key: string
  /** When it was received. */
  modified: Date
}
