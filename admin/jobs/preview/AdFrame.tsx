import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { sitePath } from '../../lib/site-address.ts'
import type { Job, JobValues } from '../queries.ts'
import styles from './JobPreview.module.css'
import { adPreviewAddress, previewedAd } from './previewed-ad.ts'

type Props = { values: Partial<JobValues>; job: Job | undefined }

/** The ad as visitors see it: beside the form where there is room, else behind a disclosure. */
export function AdFrame(props: Props) {
  const isBeside = useMediaQuery('(width >= 84rem)')
  const [isOpen, setIsOpen] = useState(false)
  if (isBeside)
    return (
      <section className={styles.ad} aria-labelledby="ad-preview">
        <h2 id="ad-preview">Preview</h2>
        <Frame {...props} />
      </section>
    )
  return (
    <details
      className={styles.ad}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Preview</summary>
      {isOpen && <Frame {...props} />}
    </details>
  )
}

function Frame({ values, job }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const receive = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source === frame.current?.contentWindow && data === 'ready') setIsReady(true)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (isReady)
      frame.current?.contentWindow?.postMessage(previewedAd(values, job), location.origin)
  }, [isReady, values, job])
  return (
    <iframe ref={frame} className={styles.frame} title="Job ad" src={sitePath(adPreviewAddress)} />
  )
}
