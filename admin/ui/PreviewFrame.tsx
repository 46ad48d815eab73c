import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sitePath } from '../lib/site-address.ts'
import styles from './PreviewFrame.module.css'

type FrameProps = {
  /** What the frame shows, for screen readers. */
  title: string
  /** The path of the frame's document, which says 'ready' and then gets `message`. */
  address: string
  message: object
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
