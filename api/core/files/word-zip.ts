import type { FileHandle } from 'node:fs/promises'
import type { Entry } from 'yauzl'
import type { ErrorKey } from '../words/contract/form-error.ts'
import { resumeErrors } from './contract/resume.ts'
import {
  isPackageXml,
  openPackage,
  type Package,
  partName,
  type Relationship,
  readContentTypes,
  readRelationships,
  unpack,
} from './docx-package.ts'

const limits = {
  entries: 2000,
  unpackedBytes: 50_000_000,
  ratio: 100,
  /** Content types and relationships together, the only XML that is read. */
  xmlBytes: 1_000_000,
  /** Embedded objects together, which are searched for programs. */
  objectBytes: 16_000_000,
}

/**
 * Why a DOCX package (ECMA-376, part 2) is refused. Its relationships decide whether it is a Word
 * document, not file names: Word Online calls the main part `word/document2.xml`.
 */
export async function docxError(file: FileHandle, size: number): Promise<ErrorKey | undefined> {
  try {
    const docx = await openPackage(file, size, limits.entries)
    return docx ? await packageError(docx, size) : resumeErrors.wrongContent
  } catch (error) {
    // A damaged ZIP is a wrong file; only a failure to read the disk is an error.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return resumeErrors.wrongContent
  }
}

async function packageError(docx: Package, size: number) {
  const { entries } = docx
  // Measured against the file's true size: the packed sizes are only claims as well.
  if (unpackedBytes(entries) > Math.min(limits.unpackedBytes, limits.ratio * size))
    return resumeErrors.wrongContent
  if (unpackedBytes(entries.filter(isPackageXml)) > limits.xmlBytes)
    return resumeErrors.wrongContent

  const typeOf = await readContentTypes(docx)
  const relationships = await readRelationships(docx)
  const main = relationships.find(
    ({ source, type }) => source === '_rels/.rels' && type === 'officeDocument',
  )
  const mainName = main && partName(main.target)
  const names = entries.map(({ fileName }) => partName(fileName))
  if (!mainName || !names.includes(mainName) || !wordMainType.test(typeOf(mainName)))
    return resumeErrors.wrongContent

  if (names.some((name) => /vbaproject\.bin$/.test(name) || macroType.test(typeOf(name))))
    return resumeErrors.macros
  if (names.some((name) => programName.test(name) || activeXType.test(typeOf(name))))
    return resumeErrors.embeddedProgram
  if (relationships.some(loadsRemotely)) return resumeErrors.remoteContent

  const objects = entries.filter(
    ({ fileName, uncompressedSize }) =>
      uncompressedSize > 0 && !inertType.test(typeOf(partName(fileName))),
  )
  if (unpackedBytes(objects) > limits.objectBytes) return resumeErrors.embeddedProgram
  for (const object of objects) {
    if (await holdsProgram(docx, object)) return resumeErrors.embeddedProgram
  }
}

const unpackedBytes = (entries: Entry[]) =>
  entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)

const wordMainType =
  /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)\.macroenabled(?:template)?)\.main\+xml$/
const macroType = /macroenabled|vbaproject/
const activeXType = /activex/
const programName =
  /\.(?:bat|chm|cmd|com|cpl|dll|exe|hta|jar|jse?|lnk|msi|pif|ps1|reg|scr|vb[es]?|ws[fh])$/
const inertType = /^(?:image|font|audio|video|text)\/|[+/]xml$|obfuscatedfont$/

/** Types whose target Word loads on opening and which can bring code; links and pictures can't. */
const loadedTypes = ['attachedTemplate', 'oleObject', 'frame', 'subDocument', 'aFChunk']

/** A template on the sender's own disk is common, and harmless to everyone else. */
const loadsRemotely = ({ type, target, isExternal }: Relationship) =>
  isExternal && loadedTypes.includes(type) && !isLocalPath(target)

function isLocalPath(target: string) {
  const path = target.replaceAll('\\', '/').replace(/^file:\/\/(?:localhost)?(?=\/)/i, '')
  // A drive letter is no scheme, and two slashes begin the name of another computer.
  return /^\/?[a-z]:/i.test(path) || !/^\/?\/\/|^[a-z][a-z\d+.-]+:/i.test(path)
}

/** The class of OLE's "Package", which wraps any file, {0003000C-0000-0000-C000-000000000046}. */
const packageClass = Buffer.from('0c00030000000000c000000000000046', 'hex')

async function holdsProgram(docx: Package, entry: Entry) {
  let previous = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of unpack(docx, entry)) {
    if (isStart && chunk.toString('latin1', 0, 2) === 'MZ') return true
    isStart = false
    const searched = Buffer.concat([previous, chunk])
    if (searched.includes(packageClass)) return true
    previous = searched.subarray(-packageClass.length + 1)
  }
  return false
}
