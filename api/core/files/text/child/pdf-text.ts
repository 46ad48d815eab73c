import { fileURLToPath } from 'node:url'
import { maxText } from '../job.ts'

/** Pages that are read of a document. */
const maxPages = 100

// pdf.js would load a native canvas for these, which only drawing needs.
class Unused {}
Object.assign(globalThis, { DOMMatrix: Unused, Path2D: Unused })

/** The text of a PDF, page by page; empty for scans. Throws for a damaged or locked one. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // Found by pdf.js, which would otherwise look for the file of a worker.
  // @ts-expect-error The package has no types for it.
  const pdfjsWorker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  Object.assign(globalThis, { pdfjsWorker })
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    // For Chinese, Japanese and Korean fonts that are not embedded.
    cMapUrl: folderOf('cmaps'),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    stopAtErrors: false,
  }).promise
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
    text += `${await pageText(pdf, number)}\n`
    if (text.length >= maxText) break
  }
  return text
}

/** Beside the bundle, or in the package. */
const folderOf = (name: string) =>
  import.meta.env?.PROD
    ? fileURLToPath(new URL(`${name}/`, import.meta.url))
    : `${process.cwd()}/node_modules/pdfjs-dist/${name}/`

type Document = Awaited<
  ReturnType<typeof import('pdfjs-dist/legacy/build/pdf.mjs').getDocument>['promise']
>

/** A page that is damaged has no text; the others have theirs. */
async function pageText(pdf: Document, number: number) {
  try {
    const page = await pdf.getPage(number)
    let text = ''
    // As a stream: a page may have a million lines.
    const reader = page.streamTextContent().getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const item of part.value.items)
        if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
      if (text.length >= maxText) break
    }
    page.cleanup()
    return text
  } catch {
    return ''
  }
}
