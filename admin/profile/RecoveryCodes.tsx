import { Copy, Download } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { save } from '../lib/api/download.ts'
import { toast } from '../lib/toasts.ts'
import styles from './SecondFactor.module.css'

const asText = (codes: string[]) =>
  `Recovery codes for ${location.host}. Each one signs you in once, instead of a code from your app.\n\n${codes.join('\n')}\n`

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast({ message: 'Codes copied', kind: 'done' })
  } catch {
    toast({ message: "Couldn't copy the codes. Download them, or write them down." })
  }
}

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({
  codes,
  action,
  onDone,
}: {
  codes: string[]
  action: string
  onDone: () => void
}) {
  const first = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  return (
    <div className="stack gap-5">
      <p ref={first} tabIndex={-1} className={styles.lead}>
        <strong>Save these codes now. You won't see them again.</strong> Each one signs you in once
        if you lose your phone.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={`line wrap gap-3 ${styles.actions}`}>
        <button type="button" className="button" onClick={() => copy(codes)}>
          <Copy size={17} aria-hidden /> Copy
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            save(new Blob([asText(codes)], { type: 'text/plain' }), 'recovery-codes.txt')
          }
        >
          <Download size={17} aria-hidden /> Download
        </button>
        <button type="button" className="button primary" onClick={onDone}>
          {action}
        </button>
      </div>
    </div>
  )
}
