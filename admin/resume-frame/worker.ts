import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/**
 * Where PDFs are parsed. The frame has no origin, so nothing on the server is of its own origin, and a
 * worker must be: a line of script made here fetches the rest. Rejects when that does not come.
 */
export async function openWorker(): Promise<PDFWorker> {
  const address = new URL(workerAddress, import.meta.url).href
  const script = `import(${JSON.stringify(address)}).catch(() => postMessage('missing'))`
  const port = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  // What is said to it before its script is there, it would not hear.
  const first = await new Promise<unknown>((heard) => {
    port.addEventListener('message', ({ data }) => heard(data), { once: true })
  })
  if (first === 'missing') throw new Error('The worker did not load')
  return PDFWorker.create({ port })
}
