import { useCopy } from '../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { LinkField } from '../ui/form/LinkField.tsx'
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
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(token, 'token')
  const curl = useCopy<HTMLTextAreaElement>(command, 'command')
  return (
    <Modal title={`“${name}” was created`} onClose={onClose}>
      <div className="stack gap-4">
        <div className="stack gap-2">
          <LinkField
            id="api-token"
            label="Token"
            help={
              <>
                Copy it now: it isn’t shown again. It works until <Moment at={expires_at} />.
              </>
            }
            url={token}
            field={field}
          />
          <CopyStatus said={said} isCopied={isCopied} />
        </div>
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
      </div>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        <CopyButton label="Copy token" isCopied={isCopied} isPrimary onCopy={copy} />
      </ModalActions>
    </Modal>
  )
}
