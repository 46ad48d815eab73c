/** Runs in the sandboxed frame: opaque origin, no session, only postMessage to the outside. */
import { PreviewError } from '#api/core/files/contract/preview-error.ts'
import { isCovered, markSheets } from './mark.ts'
import type { FrameMessage, MarkMessage, ResumeType, Viewer, ZoomMessage } from './messages.ts'

const viewers: Record<ResumeType, () => Promise<Viewer>> = {
  pdf: async () => (await import('./pdf.ts')).showPdf,
  docx: async () => (await import('./docx.ts')).showDocx,
  doc: async () => (await import('./doc.ts')).showDoc,
}

// '*' is safe: messages hold no secrets, and frame-ancestors limits who can embed the frame.
const send = (message: FrameMessage) => parent.postMessage(message, '*')
const fail = (error: unknown) => send(error instanceof PreviewError ? error.fault : 'broken')

/** Without its mark nothing is seen of a page; those of a PDF carry it in their pixels. */
async function show(view: Viewer, bytes: ArrayBuffer, main: HTMLElement) {
  if (isCovered(main)) main.style.visibility = 'hidden'
  await view(bytes, main, send)
  markSheets(main)
  main.style.visibility = ''
}

/** Whoever asks for a mark shows the pages in full height, so that they can be printed. */
function expectMark({ mark }: MarkMessage, main: HTMLElement) {
  main.dataset.mark = mark
  let sent = 0
  const measure = () => {
    const height = document.body.offsetHeight
    if (height !== sent) send({ height })
    sent = height
  }
  new ResizeObserver(measure).observe(document.body)
  // Out of view, browsers tell frames of other origins of no change of size.
  const attributeFilter = ['width', 'height']
  new MutationObserver(measure).observe(main, { childList: true, subtree: true, attributeFilter })
}

async function start() {
  const view = await viewers[location.hash.slice(1) as ResumeType]()
  const main = document.querySelector('main') as HTMLElement
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return
    if (data instanceof ArrayBuffer) show(view, data, main).catch(fail)
    else if ('mark' in data) expectMark(data as MarkMessage, main)
    else main.style.setProperty('--zoom', String((data as ZoomMessage).zoom))
  })
  send('ready')
}

addEventListener('keydown', ({ key }) => key === 'Escape' && send('escape'))
start().catch(fail)
