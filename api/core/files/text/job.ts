import type { ResumeType } from '#db/enums.ts'

/** What the child process is asked to read; the path is absolute. */
export type TextJob = { path: string; type: ResumeType }

/** The only line that the child prints. */
export type TextReply =
  /** Empty for a scan. */
  | { text: string }
  /** The file is to blame. */
  | { unreadable: string }

/** In UTF-16 units, of one file: ten times a long resume. */
export const maxText = 100_000
