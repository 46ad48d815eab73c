import type { Readable } from 'node:stream'

/** A received file, not kept yet: local, complete and fsynced. */
export type StagedResume = {
  path: string
  /** In bytes. */
  size: number
  /** In lower-case hex. */
  sha256: string
}

/** Resume storage. Keys are 32 lower-case hex digits; any other key is treated as missing. */
export type ResumeStore = {
  /** Throws ENOSPC when the remaining disk space is reserved for the database. */
  requireSpace(): Promise<void>
  /**
   * Streams into a temporary file. Past `limit` bytes it reads to the end but keeps nothing.
   * When it throws or returns `too large`, no file is left.
   */
  stage(body: Readable, limit: number): Promise<StagedResume | 'too large'>
  /**
   * Makes a staged file permanent under a new random key, and returns the key once the file would
   * survive a power cut. When it throws, the staged file is gone too. Only a restore passes `key`.
   */
  keep(staged: StagedResume, key?: string): Promise<string>
  /** No error when the file is gone already. */
  discard(staged: StagedResume): Promise<void>
  /** The bytes as received and their number; null when the key doesn't exist. */
  open(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>
  /** No error when the file is gone already. */
  remove(key: string): Promise<void>
  /** Throws when the store can't be reached or written. */
  ready(): Promise<void>
  /** Kept files by ascending key, except those that `passOver` skips. */
  list(passOver?: (key: string) => boolean): AsyncIterable<KeptResume>
  /**
   * Removes staged files of dead processes and returns their number. Without `before` (at startup)
   * also those of this pid; with it, also all last written before then.
   */
  discardStale(before?: Date): Promise<number>
  /** Hard-links the file to a path outside the store; false where unsupported or missing. */
  link(key: string, path: string): Promise<boolean>
}

export type KeptResume = {
  key: string
  /** When it was received. */
  modified: Date
}
