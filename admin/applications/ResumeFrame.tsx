import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Fault,
  type FrameMessage,
  faults,
  frameAddress,
  type ResumeType,
} from '../resume-frame/messages.ts'
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
  onPages,
  onFault,
  onEscape,
}: {
  bytes: ArrayBuffer | undefined
  type: ResumeType
  title: string
  onPages: (pages: number) => void
  onFault: (fault: Fault) => void
  onEscape: () => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'opening' | 'ready' | 'shown'>('opening')

  const hear = useEffectEvent(({ source, data }: MessageEvent<FrameMessage>) => {
    if (source !== frame.current?.contentWindow) return
    if (data === 'ready' || data === 'shown') setState(data)
    else if (data === 'escape') onEscape()
    else if (faults.some((fault) => fault === data)) onFault(data as Fault)
    else if (typeof data === 'object' && Number.isInteger(data?.pages)) onPages(data.pages)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (state === 'ready') frame.current?.focus()
  }, [state])
  useEffect(() => {
    // '*': the frame's origin is opaque, and the CSP allows only our document in it.
    if (bytes && state === 'ready') frame.current?.contentWindow?.postMessage(bytes, '*')
  }, [bytes, state])
  const giveUp = useEffectEvent(() => onFault('broken'))
  useEffect(() => {
    if (!bytes || state === 'shown') return
    const timer = setTimeout(() => giveUp(), patience)
    return () => clearTimeout(timer)
  }, [bytes, state])

  return (
    <div className={styles.frame} aria-busy={state !== 'shown'}>
      {state !== 'shown' && (
        <p className={styles.waiting} role="status">
          Loading…
        </p>
      )}
      {/* Inert until its script runs: before that, the frame would swallow Escape. */}
      <iframe
        ref={frame}
        title={title}
        sandbox={sandbox}
        src={`${frameAddress}#${type}`}
        inert={state === 'opening'}
      />
    </div>
  )
}
