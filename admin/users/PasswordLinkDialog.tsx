import { fullName } from '#api/core/http/contract/text.ts'
import { useCopy } from '../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { LinkField } from '../ui/form/LinkField.tsx'
import { Moment } from '../ui/Moment.tsx'
import styles from './PasswordLinkDialog.module.css'
import type { PasswordLink } from './queries.ts'

type Recipient = { first_name: string; last_name: string; email: string }

/** Shows a password link. It cannot be shown again. */
export function PasswordLinkDialog({
  link: { url, expires_at },
  to,
  onClose,
}: {
  link: PasswordLink
  to: Recipient
  onClose: () => void
}) {
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(url, 'link')
  return (
    <Modal title="Send this link" onClose={onClose}>
      <p className={styles.lead}>
        Nothing was emailed, because no mail server is set up. Send this link to {fullName(to)}{' '}
        yourself. They use it to set their password.
      </p>
      <LinkField
        id="password-link"
        label="Link"
        help={
          <>
            Works once, until <Moment at={expires_at} />. It isn't shown again.
          </>
        }
        url={url}
        field={field}
      />
      <CopyStatus said={said} isCopied={isCopied} />
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        <CopyButton label="Copy link" isCopied={isCopied} isPrimary onCopy={copy} />
      </ModalActions>
    </Modal>
  )
}
