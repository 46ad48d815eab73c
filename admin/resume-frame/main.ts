/** Runs inside the frame, which has no origin: no session is there, and nothing leads out but these words. */
import { type FrameWord, PreviewError, type ResumeType, type Viewer } from './messages.ts'

const viewers: Record<ResumeType, () => Promise<Viewer>> = {
  pdf: async () => (await import('./pdf.ts')).showPdf,
  docx: async () => (await import('./docx.ts')).showDocx,
  doc: async () => (await import('./doc.ts')).showDoc,
}

// No secrets in these words; and who is around the frame is decided by who may frame it.
const say = (word: FrameWord) => parent.postMessage(word, '*')
const fail = (error: unknown) => say(error instanceof PreviewError ? error.fault : 'broken')

async function start() {
  const view = await viewers[location.hash.slice(1) as ResumeType]()
  const main = document.querySelector('main') as HTMLElement
  addEventListener('message', ({ source, data }) => {
    if (source === parent) view(data, main, say).catch(fail)
  })
  say('ready')
}

addEventListener('keydown', ({ key }) => key === 'Escape' && say('escape'))
start().catch(fail)
