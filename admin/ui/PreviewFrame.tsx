import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { sitePath } from '../lib/site-address.ts'
import { Modal } from './dialog/Modal.tsx'
import styles from './PreviewFrame.module.css'

type FrameProps = {
  /** What the frame shows, for screen readers. */
  title: string
  /** The path of the frame's document, which says 'ready' and then gets `message`. */
  address: string
  message: object
}

type Props = FrameProps & {
  /** More of what visitors see, below the frame. */
  children?: ReactNode
}

/**
 * What is in the form, as visitors see it: beside the form where there is room, else behind a
 * disclosure, and full on request.
 */
export function PreviewFrame({ children, ...props }: Props) {
  return (
    <div className={styles.side}>
      <Preview {...props} />
      {children}
    </div>
  )
}

function Preview(props: FrameProps) {
  const isBeside = useMediaQuery('(width >= 84rem)')
  const [isOpen, setIsOpen] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const full = (
    <>
      <button type="button" className="button quiet small" onClick={() => setIsFull(true)}>
        Full size
      </button>
      {isFull && (
        <Modal title="Preview" size="large" onClose={() => setIsFull(false)}>
          <div className={styles.full}>
            <Frame {...props} />
          </div>
        </Modal>
      )}
    </>
  )
  if (isBeside)
    return (
      <section className={styles.preview} aria-labelledby="preview-title">
        <div className={styles.head}>
          <h2 id="preview-title">Preview</h2>
          {full}
        </div>
        <Frame {...props} />
      </section>
    )
  return (
    <details
      className={styles.preview}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Preview</summary>
      {isOpen && full}
      {isOpen && <Frame {...props} />}
    </details>
  )
}

/** A document of ours that shows `message`. */
export function Frame({
  title,
  address,
  message,
  onEscape,
  ...rest
}: FrameProps & { onEscape?: () => void } & Pick<
    ComponentProps<'iframe'>,
    'className' | 'tabIndex'
  >) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const receive = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source !== frame.current?.contentWindow) return
    if (data === 'ready') setIsReady(true)
    if (data === 'escape') onEscape?.()
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, message])
  return (
    <iframe className={styles.frame} {...rest} ref={frame} title={title} src={sitePath(address)} />
  )
}
