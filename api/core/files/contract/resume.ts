import { type ResumeType, resumeTypes } from '#db/enums.ts'
import type { ErrorKey } from '../../words/contract/form-error.ts'

/** What browsers (a Blob) and the server (a file) both do: read up to `length` bytes anywhere. */
export type RandomAccessFile = {
  size: number
  read(position: number, length: number): Promise<Uint8Array>
}

/** Programs that write a file with this extension can also save it as PDF. */
const errorsByExtension: Record<string, ErrorKey> = {
  odt: 'resumeFromWriter',
  ott: 'resumeFromWriter',
  fodt: 'resumeFromWriter',
  rtf: 'resumeFromRtf',
  pages: 'resumeFromPages',
  txt: 'resumeFromText',
  gdoc: 'resumeFromDocs',
  docm: 'resumeFromWord',
  dot: 'resumeFromWord',
  dotx: 'resumeFromWord',
  dotm: 'resumeFromWord',
  heic: 'resumeFromPhone',
  heif: 'resumeFromPhone',
}

export const resumeErrors = {
  wrongType: 'resumeType',
  wrongContent: 'resumeContent',
  encrypted: 'resumeEncrypted',
  macros: 'resumeMacros',
  embeddedProgram: 'resumeEmbedded',
  remoteContent: 'resumeRemote',
} as const satisfies Record<string, ErrorKey>

const extensionOf = (fileName: string) => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** The type that a file's name claims. */
export const claimedType = (fileName: string): ResumeType | undefined =>
  resumeTypes.find((type) => type === extensionOf(fileName))

/** The refusal for a file with this extension, with the way to a PDF where we know it. */
export const wrongTypeError = (extension: string): ErrorKey =>
  (Object.hasOwn(errorsByExtension, extension) && errorsByExtension[extension]) ||
  resumeErrors.wrongType

export const fileNameError = (fileName: string) =>
  claimedType(fileName) ? undefined : wrongTypeError(extensionOf(fileName))
