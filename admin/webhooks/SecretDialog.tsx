import { useCopy } from '../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { LinkField } from '../ui/form/LinkField.tsx'

/** Shows a secret. It cannot be shown again. */
export function SecretDialog({
  secret,
  isRotated,
  onClose,
}: {
  secret: string
  isRotated: boolean
  onClose: () => void
}) {
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(secret, 'secret')
  return (
    <Modal title="Copy the secret" onClose={onClose}>
      <div className="stack gap-4">
        <p>The receiver checks with it that what arrives comes from Foyer.</p>
        {isRotated && <p>The secret of before is valid beside it for 24 hours.</p>}
        <LinkField
          id="webhook-secret"
          label="Secret"
          help="It isn’t shown again. Chats need none."
          url={secret}
          field={field}
        />
        <CopyStatus said={said} isCopied={isCopied} />
        <ModalActions>
          <button type="button" className="button" onClick={onClose}>
            Done
          </button>
          <CopyButton label="Copy secret" isCopied={isCopied} isPrimary onCopy={copy} />
        </ModalActions>
      </div>
    </Modal>
  )
}
