import { type FrameMessage, frameAddress } from '#admin/resume-frame/messages.ts'
import { type Fault, faults } from '#api/core/files/contract/preview-error.ts'

/** Pages beyond this height scroll in the frame, and are drawn as they come near, in CSS pixels. */
const maxHeight = 20_000

/** Gives up when the file has arrived and no page has been shown after this time, in ms. */
const timeoutMs = 30_000

/** In seconds: for what takes longer, nobody reloads the page. */
const maxWait = 60

const { apiBase = '/api', basePath = '' } = document.documentElement.dataset

function show(place: HTMLElement) {
  const { address = '', type = '', mark = '', label = '' } = place.dataset
  const status = place.querySelector('[role=status]') as HTMLElement
  const frame = document.createElement('iframe')
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (text = '') => {
    status.hidden = false
    status.textContent = text
    frame.remove()
    clearTimeout(timer)
  }
  const fail = () => end(place.dataset.failed)
  const bytes = fetch(apiBase + address, { cache: 'no-store' }).then((answer) => {
    if (!answer.ok) throw answer
    return answer.arrayBuffer()
  })
  const refuse = (refusal: unknown) => {
    if (!(refusal instanceof Response)) return end(place.dataset.again)
    const { status, headers } = refusal
    if (status === 429 || status >= 500) return end(place.dataset.again)
    // 423: the virus scanner has not seen the file yet; for one too large it says an hour, and somebody has to act.
    if (status === 423 && Number(headers.get('Retry-After')) <= maxWait)
      return end(place.dataset.checking)
    fail()
  }
  bytes.then(() => {
    if (frame.isConnected) timer = setTimeout(fail, timeoutMs)
  }, refuse)
  addEventListener('message', ({ source, data }: MessageEvent<FrameMessage>) => {
    if (source !== frame.contentWindow) return
    // '*': the frame's origin is opaque, and the CSP allows only our document in it.
    const send = (message: unknown) => frame.contentWindow?.postMessage(message, '*')
    if (data === 'ready') {
      send({ mark })
      bytes.then(send, () => {})
    } else if (data === 'shown') {
      clearTimeout(timer)
      status.hidden = true
    } else if (faults.includes(data as Fault)) fail()
    else if (typeof data === 'object' && 'height' in data)
      frame.style.height = `${Math.min(data.height, maxHeight)}px`
  })
  frame.title = label
  // The development server gives no modules to documents with an opaque origin.
  frame.setAttribute(
    'sandbox',
    import.meta.env.DEV ? 'allow-scripts allow-same-origin' : 'allow-scripts',
  )
  frame.src = `${basePath}${frameAddress}#${type}`
  place.append(frame)
}

for (const place of document.querySelectorAll<HTMLElement>('[data-address]')) show(place)
