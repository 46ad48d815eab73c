import { type ResumeType, resumeTypes } from '#db/enums.ts'

/** What browsers (a Blob) and the server (a file on disk) can both do: read at most `length` bytes at a position. */
export type RandomAccessFile = {
  size: number
  read(position: number, length: number): Promise<Uint8Array>
}

const exportMenus = {
  writer: 'in LibreOffice Writer, File > Export As > Export as PDF',
  word: 'in Word, File > Save As > PDF',
  pages: 'in Pages, File > Export To > PDF',
  docs: 'in Google Docs, File > Download > PDF Document',
  textEdit: 'in TextEdit, File > Export as PDF',
  notepad: 'in Notepad, File > Print > Microsoft Print to PDF',
}

const menusByExtension: Record<string, string> = {
  odt: exportMenus.writer,
  ott: exportMenus.writer,
  fodt: exportMenus.writer,
  rtf: `${exportMenus.word}; ${exportMenus.textEdit}`,
  pages: exportMenus.pages,
  txt: `${exportMenus.notepad}; ${exportMenus.textEdit}`,
  gdoc: exportMenus.docs,
  docm: exportMenus.word,
  dot: exportMenus.word,
  dotx: exportMenus.word,
  dotm: exportMenus.word,
}

const saveAsPdf = (menu: string) => `Save it as PDF and choose it again: ${menu}.`

export const resumeFaults = {
  wrongType: 'Resume must be a PDF, DOC or DOCX file',
  wrongContent: 'Resume must be a real PDF, DOC or DOCX file',
  encrypted:
    'This file is protected by a password, so our reviewers could not open it. Save a copy without a password and choose it again.',
  macros: `This file contains macros, which our reviewers must not open. ${saveAsPdf(exportMenus.word)}`,
  embeddedProgram: `This file contains another file or a program, which our reviewers must not open. ${saveAsPdf(exportMenus.word)}`,
  remoteContent: `This file loads content from another computer when it is opened. ${saveAsPdf(exportMenus.word)}`,
}

const extensionOf = (fileName: string) => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** The type that a file's name claims. */
export const claimedType = (fileName: string): ResumeType | undefined =>
  resumeTypes.find((type) => type === extensionOf(fileName))

/** The refusal for a file with this extension, with the way to a PDF where we know it. */
export function wrongTypeFault(extension: string) {
  const menu = Object.hasOwn(menusByExtension, extension) && menusByExtension[extension]
  return menu ? `${resumeFaults.wrongType}. ${saveAsPdf(menu)}` : resumeFaults.wrongType
}

export const fileNameFault = (fileName: string) =>
  claimedType(fileName) ? undefined : wrongTypeFault(extensionOf(fileName))
