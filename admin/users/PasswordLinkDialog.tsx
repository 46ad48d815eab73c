import { fullName } from '#api/core/http/contract/text.ts'
import { ShownOnce } from '../ui/dialog/ShownOnce.tsx'
import { Moment } from '../ui/Moment.tsx'
import type { PasswordLink } from './queries.ts'

type Recipient = { first_name: string; last_name: string; email: string }

/** Shows a password link. */
export const PasswordLinkDialog = ({
  link: { url, expires_at },
  to,
  onClose,
}: {
  link: PasswordLink
  to: Recipient
  onClose: () => void
}) => (
  <ShownOnce
    title="Send this link"
    what="link"
    value={url}
    help={
      <>
        Works once, until <Moment at={expires_at} />. It isn't shown again.
      </>
    }
    lead={
      <p>
        Nothing was emailed, because no mail server is set up. Send this link to {fullName(to)}{' '}
        yourself. They use it to set their password.
      </p>
    }
    onClose={onClose}
  />
)
