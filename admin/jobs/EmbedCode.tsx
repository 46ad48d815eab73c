import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styles from './EmbedJobs.module.css'

/** The snippet with a Copy button; it is selected when the browser does not allow copying. */
export function EmbedCode({ html }: { html: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is not the copied one
  useEffect(() => setSaid(''), [html])

  async function copy() {
    try {
      await navigator.clipboard.writeText(html)
      setSaid('Copied')
    } catch {
      area.current?.focus()
      area.current?.select()
      setSaid(
        "Your browser didn't allow copying. The HTML is selected, so you can copy it yourself.",
      )
    }
  }
  const isCopied = said === 'Copied'
  return (
    <>
      <textarea
        ref={area}
        className={`input ${styles.code}`}
        aria-labelledby="embed-html"
        rows={4}
        readOnly
        spellCheck={false}
        value={html}
      />
      <div className={styles.actions}>
        <button type="button" className="button" onClick={copy}>
          {isCopied ? <Check size={17} aria-hidden /> : <Copy size={17} aria-hidden />}
          {isCopied ? 'Copied' : 'Copy HTML'}
        </button>
        <p role="status" className={isCopied ? 'visually-hidden' : 'help'}>
          {said}
        </p>
      </div>
    </>
  )
}
