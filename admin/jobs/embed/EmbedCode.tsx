import { useCopy } from '../../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../../ui/CopyButton.tsx'
import styles from './EmbedJobs.module.css'

/** The snippet with a Copy button. */
export function EmbedCode({ html }: { html: string }) {
  const { field, said, isCopied, copy } = useCopy<HTMLTextAreaElement>(html, 'HTML')
  return (
    <>
      <textarea
        ref={field}
        className={`input ${styles.code}`}
        aria-labelledby="embed-html"
        rows={4}
        readOnly
        spellCheck={false}
        value={html}
      />
      <div className={`row wrap gap-3 ${styles.actions}`}>
        <CopyButton label="Copy HTML" isCopied={isCopied} onCopy={copy} />
        <CopyStatus said={said} isCopied={isCopied} />
      </div>
    </>
  )
}
