import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { fullName } from '#api/http/contract/text.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { Field } from '../ui/form/Field.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setSaid('Copied')
    } catch {
      input.current?.focus()
      input.current?.select()
      setSaid(
        "Your browser didn't allow copying. The link is selected, so you can copy it yourself.",
      )
    }
  }
  return (
    <Modal title="Pass on this link" onClose={onClose}>
      <p className={styles.lead}>
        Nothing was emailed, because no mail server is set up. Send this link to {fullName(to)}{' '}
        yourself. They use it to set their password.
      </p>
      <Field
        label="Link"
        htmlFor="password-link"
        help={
          <>
            Works once, until <Moment at={expires_at} />. It isn't shown again.
          </>
        }
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="input"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <p role="status" className={said === 'Copied' ? 'visually-hidden' : 'help'}>
        {said}
      </p>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        <button type="button" className="button primary" data-autofocus onClick={copy}>
          {said === 'Copied' ? <Check size={17} aria-hidden /> : <Copy size={17} aria-hidden />}
          {said === 'Copied' ? 'Copied' : 'Copy link'}
        </button>
      </ModalActions>
    </Modal>
  )
}
