import { useEffect, useState } from 'react'
import type { PreviewedPage } from '#admin/pages/previewed-page.ts'
import { RichText } from '#admin/ui/RichText.tsx'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import styles from './PagePreview.module.css'

/** Shows the page in the page editor, which is this frame's parent. */
export default function PagePreview() {
  const [page, setPage] = useState<PreviewedPage>()
  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<PreviewedPage | string>) => {
      // Extensions and axe send strings to all frames.
      if (source === parent && origin === location.origin && typeof data === 'object') setPage(data)
    }
    addEventListener('message', receive)
    parent.postMessage('ready', location.origin)
    return () => removeEventListener('message', receive)
  }, [])
  if (!page) return null
  return (
    // A link would lead the frame away from the preview.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it
    <article onClick={(event) => event.preventDefault()}>
      <h1 className={styles.title} dir="auto">
        {page.title}
      </h1>
      <RichText html={page.content} isForm={isPageText} />
    </article>
  )
}
