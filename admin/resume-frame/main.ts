/** Runs in the sandboxed frame: opaque origin, no session, only postMessage to the outside. */
import { PreviewError } from '#api/core/files/contract/preview-error.ts'
import type { FrameMessage, ResumeType, Viewer, ZoomMessage } from './messages.ts'

const viewers: Record<ResumeType, () => Promise<Viewer>> = {
  pdf: async () => (await import('./pdf.ts')).showPdf,
  docx: async () => (await import('./docx.ts')).showDocx,
  doc: async () => (await import('./doc.ts')).showDoc,
}

// '*' is safe: messages hold no secrets, and frame-ancestors limits who can embed the frame.
const send = (message: FrameMessage) => parent.postMessage(message, '*')
const fail = (error: unknown) => send(error instanceof PreviewError ? error.fault : 'broken')

async function start() {
  const view = await viewers[location.hash.slice(1) as ResumeType]()
  const main = document.querySelector('main') as HTMLElement
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return
    if (data instanceof ArrayBuffer) view(data, main, send).catch(fail)
    else main.style.setProperty('--zoom', String((data as ZoomMessage).zoom))
  })
  send('ready')
}

addEventListener('keydown', ({ key }) => key === 'Escape' && send('escape'))
start().catch(fail)
