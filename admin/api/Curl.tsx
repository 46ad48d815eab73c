import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from '../lib/toasts.ts'
import styles from './Curl.module.css'

/** A line for the shell, to be copied. */
export function Curl({ line }: { line: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard
      .writeText(line)
      .then(() => setCopied(true))
      .catch(() => toast({ message: 'Copying is not possible here. Select the text instead.' }))
  return (
    <div className={styles.curl}>
      <pre>
        <code>{line}</code>
      </pre>
      <button type="button" className="button small" onClick={copy}>
        {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        {copied ? 'Copied' : 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </div>
  )
}
