import { useCopy } from '../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { ShownOnce } from '../ui/dialog/ShownOnce.tsx'
import { Moment } from '../ui/Moment.tsx'
import type { CreatedToken } from './queries.ts'
import { curlFor } from './scope-words.ts'
import styles from './TokenDialog.module.css'

/** Shows a new token, once, and a command to try it with. */
export function TokenDialog({
  created: { name, token, scopes, expires_at },
  onClose,
}: {
  created: CreatedToken
  onClose: () => void
}) {
  const command = curlFor(token, scopes)
  const curl = useCopy<HTMLTextAreaElement>(command, 'command')
  return (
    <ShownOnce
      title={`“${name}” was created`}
      what="token"
      value={token}
      help={
        <>
          Copy it now: it isn’t shown again. It works until <Moment at={expires_at} />.
        </>
      }
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor="api-curl">Try it in a terminal</label>
        <textarea
          id="api-curl"
          ref={curl.field}
          className={`input ${styles.command}`}
          rows={4}
          readOnly
          spellCheck={false}
          dir="ltr"
          value={command}
          onFocus={({ target }) => target.select()}
        />
        <div className={`row wrap ${styles.copy}`}>
          <CopyButton label="Copy command" isCopied={curl.isCopied} onCopy={curl.copy} />
          <CopyStatus said={curl.said} isCopied={curl.isCopied} />
        </div>
      </div>
    </ShownOnce>
  )
}
