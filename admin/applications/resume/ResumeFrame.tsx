import { type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Fault, faults } from '#api/core/files/contract/preview-error.ts'
import { sitePath } from '../../lib/site-address.ts'
import { type FrameMessage, frameAddress, type ResumeType } from '../../resume-frame/messages.ts'
import { LoadingText } from '../../ui/States.tsx'
import styles from './ResumePreview.module.css'

/** Gives up when no page has been shown after this time, in ms. */
const patience = 30_000

/** The dev server does not serve modules to documents with an opaque origin. */
const sandbox = import.meta.env.DEV ? 'allow-scripts allow-same-origin' : 'allow-scripts'

/** Renders a resume in a sandboxed frame with an opaque origin. */
export function ResumeFrame({
  bytes,
  type,
  title,
  takesFocus,
  onPages,
  onShown,
  onFault,
  onEscape,
}: {
  bytes: ArrayBuffer | undefined
  type: ResumeType
  title: string
  takesFocus: boolean
  onPages: (pages: number) => void
  onShown?: (() => void) | undefined
  onFault: (fault: Fault) => void
  onEscape: () => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'opening' | 'ready' | 'shown'>('opening')

  const hear = useEffectEvent(({ source, data }: MessageEvent<FrameMessage>) => {
    if (source !== frame.current?.contentWindow) return
    if (data === 'ready' || data === 'shown') setState(data)
    if (data === 'shown') onShown?.()
    else if (data === 'escape') onEscape()
    else if (faults.some((fault) => fault === data)) onFault(data as Fault)
    else if (typeof data === 'object' && 'pages' in data && Number.isInteger(data.pages))
      onPages(data.pages)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (state === 'ready' && takesFocus) frame.current?.focus()
  }, [state, takesFocus])
  useEffect(() => {
    // '*': the frame's origin is opaque, and the CSP allows only our document in it.
    if (bytes && state === 'ready') frame.current?.contentWindow?.postMessage(bytes, '*')
  }, [bytes, state])
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    if (state === 'shown') frame.current?.contentWindow?.postMessage({ zoom }, '*')
  }, [zoom, state])
  const giveUp = useEffectEvent(() => onFault('broken'))
  useEffect(() => {
    if (!bytes || state === 'shown') return
    const timer = setTimeout(() => giveUp(), patience)
    return () => clearTimeout(timer)
  }, [bytes, state])

  return (
    <div className={styles.frame} aria-busy={state !== 'shown'}>
      {state !== 'shown' && <LoadingText className={styles.waiting} />}
      {/* Inert until its script runs: before that, the frame would swallow Escape. */}
      <iframe
        ref={frame}
        title={title}
        sandbox={sandbox}
        src={`${sitePath(frameAddress)}#${type}`}
        inert={state === 'opening'}
      />
      {state === 'shown' && <Zoom zoom={zoom} onZoom={setZoom} />}
    </div>
  )
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** Buttons for people who can't pinch, and for phones, where a whole page is too small to read. */
function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const at = zooms.indexOf(zoom)
  const button = (label: string, Icon: LucideIcon, to: number | undefined) => (
    <button
      type="button"
      className="button small"
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onZoom(to)}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
  return (
    <div className={`row gap-1 box tabular ${styles.zoom}`}>
      {button('Zoom out', ZoomOut, zooms[at - 1])}
      <span role="status">{zoom * 100} %</span>
      {button('Zoom in', ZoomIn, zooms[at + 1])}
    </div>
  )
}
