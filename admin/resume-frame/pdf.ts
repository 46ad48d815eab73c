import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PreviewError } from '#api/core/files/contract/preview-error.ts'
import { BinaryData } from './binary-data.ts'
import type { Viewer } from './messages.ts'
import { addPage } from './page.ts'
import { openWorker } from './worker.ts'

const end = document.querySelector('footer') as HTMLElement

/** Resolves when the end of the rendered pages is almost in view. */
const nearEnd = () =>
  new Promise<void>((near) => {
    const watch = new IntersectionObserver(
      ([end]) => {
        if (!end?.isIntersecting) return
        watch.disconnect()
        near()
      },
      // Without an explicit root, a cross-origin frame ignores rootMargin.
      { root: document, rootMargin: '1000px' },
    )
    watch.observe(end)
  })

/** Pages with a mark that are drawn at once, so that they can be printed. */
const maxUnseen = 20

async function open(data: ArrayBuffer) {
  const worker = await openWorker()
  const task = getDocument({
    data,
    worker,
    BinaryDataFactory: BinaryData,
    useWorkerFetch: false,
    disableWorkerRendering: true,
  })
  const pdf = await task.promise.catch((error: Error) => {
    throw error.name === 'PasswordException' ? new PreviewError('locked') : error
  })
  if (!pdf.numPages) throw new PreviewError('empty')
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }
  // Without AcroForm fields the pages only say "Please wait" (XFA 3.3, dynamic forms).
  if (info.IsXFAPresent && !info.IsAcroFormPresent) throw new PreviewError('xfa')
  return pdf
}

export const showPdf: Viewer = async (data, main, report) => {
  const pdf = await open(data)
  report({ pages: pdf.numPages })
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (!main.dataset.mark || number > maxUnseen) await nearEnd()
    await addPage(pdf, number, main)
    if (number === 1) report('shown')
  }
}
