import type { ResumeType } from '#db/enums.ts'
import type { ErrorKey } from '../../words/contract/form-error.ts'
import { isCompoundFile, readCompoundFile } from './compound-file.ts'
import { type RandomAccessFile, resumeErrors, wrongTypeError } from './resume.ts'
import { pdfError } from './resume-pdf.ts'

/**
 * Why a reviewer could not open the file, as far as a browser can tell before it is sent.
 * The server also looks into DOCX packages.
 */
export async function contentError(
  file: RandomAccessFile,
  type: ResumeType,
): Promise<ErrorKey | undefined> {
  if (type === 'pdf') return pdfError(file)
  const head = await file.read(0, 128)
  if (isCompoundFile(head)) return compoundError(file, type)
  const text = String.fromCharCode(...head)
  if (text.startsWith('{\\rtf')) return wrongTypeError('rtf')
  if (/^PK.{28}mimetypeapplication\/vnd\.oasis\.opendocument\.text/s.test(text))
    return wrongTypeError('odt')
  if (type === 'doc' || !text.startsWith('PK\u0003\u0004')) return resumeErrors.wrongContent
}

async function compoundError(file: RandomAccessFile, type: ResumeType) {
  const compound = await readCompoundFile(file)
  // [MS-OFFCRYPTO] 2.3.4.4: how Office wraps a password-protected DOCX.
  if (compound?.streams.has('EncryptedPackage')) return resumeErrors.encrypted
  const document = compound?.streams.get('WordDocument')
  if (type !== 'doc' || !compound || !document) return resumeErrors.wrongContent
  const tables = [compound.streams.get('0Table'), compound.streams.get('1Table')]
  const needed = [document, ...tables.filter((table) => table !== undefined)]
  if (!needed.every(compound.isComplete)) return resumeErrors.wrongContent
  const header = await compound.readStart(document)
  if (header.byteLength < 12) return resumeErrors.wrongContent
  // [MS-DOC] 2.5.2: fEncrypted in FibBase.
  if (header.getUint16(10, true) & 0x0100) return resumeErrors.encrypted
}
