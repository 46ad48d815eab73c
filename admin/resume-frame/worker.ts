import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/**
 * Opens the worker that parses PDFs. Workers must be same-origin, and the frame's origin is opaque,
 * so a blob: script imports the real one. Rejects when that fails to load.
 */
export async function openWorker(): Promise<PDFWorker> {
  const address = new URL(workerAddress, import.meta.url).href
  const script = `import(${JSON.stringify(address)}).catch(() => postMessage('missing'))`
  const port = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  // Messages sent before the imported script has loaded would be lost.
  const first = await new Promise<unknown>((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true })
  })
  if (first === 'missing') throw new Error('The worker did not load')
  return PDFWorker.create({ port })
}
