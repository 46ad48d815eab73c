/** Runs inside the frame, which has no origin: no session is there, and nothing leads out but these words. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { BinaryData } from './binary-data.ts'
import type { FrameWord } from './messages.ts'
import { addPage } from './page.ts'
import { openWorker } from './worker.ts'

const main = document.querySelector('main') as HTMLElement
const end = document.querySelector('footer') as HTMLElement
// No secrets in these words; and who is around the frame is decided by who may frame it.
const say = (word: FrameWord) => parent.postMessage(word, '*')

/** When the end of what is shown comes near. */
const nearEnd = () =>
  new Promise<void>((near) => {
    const watch = new IntersectionObserver(
      ([end]) => {
        if (!end?.isIntersecting) return
        watch.disconnect()
        near()
      },
      // Without a root of its own a frame from elsewhere has no margin.
      { root: document, rootMargin: '1000px' },
    )
    watch.observe(end)
  })

async function show(data: ArrayBuffer) {
  const worker = await openWorker()
  const pdf = await getDocument({
    data,
    worker,
    BinaryDataFactory: BinaryData,
    useWorkerFetch: false,
    disableWorkerRendering: true,
  }).promise
  for (let number = 1; number <= pdf.numPages; number += 1) {
    await nearEnd()
    await addPage(await pdf.getPage(number), main)
    if (number === 1) say('shown')
  }
}

addEventListener(
  'message',
  ({ data }) =>
    show(data).catch((error: Error) =>
      say(error.name === 'PasswordException' ? 'locked' : 'broken'),
    ),
  { once: true },
)
addEventListener('keydown', ({ key }) => key === 'Escape' && say('escape'))
say('ready')
