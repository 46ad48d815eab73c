import type { Application } from '../queries.ts'

export type FileCheck = Application['file_checks'][number]

/** What the virus scanner says of a file, if that keeps it from being opened. */
export const checkOf = (
  { file_checks }: Pick<Application, 'file_checks'>,
  file: FileCheck['file'],
  id: number | null = null,
) => file_checks.find((check) => check.file === file && check.id === id)

export function checkText({ state, threat, is_late }: FileCheck): string {
  switch (state) {
    case 'waiting':
      return is_late
        ? 'Not checked for viruses yet. The scanner doesn’t answer; it is tried again by itself.'
        : 'Being checked for viruses…'
    case 'infected':
      return `Has a virus (${threat}). Nobody can open it.`
    case 'too_large':
      return 'Too large for the virus scanner, so it can’t be opened. The operator of the server can raise the limit.'
    case 'removed':
      return 'Removed'
  }
}
