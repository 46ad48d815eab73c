import type { PreviewedPage } from '#admin/pages/previewed-page.ts'
import { RichText } from '#admin/ui/RichText.tsx'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { usePreviewed } from '../lib/use-previewed.ts'
import styles from './PagePreview.module.css'

/** Shows the page in the page editor, which is this frame's parent. */
export default function PagePreview() {
  const page = usePreviewed<PreviewedPage>()
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
