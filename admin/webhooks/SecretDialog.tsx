import { ShownOnce } from '../ui/dialog/ShownOnce.tsx'

/** Shows a secret. */
export const SecretDialog = ({
  secret,
  isRotated,
  onClose,
}: {
  secret: string
  isRotated: boolean
  onClose: () => void
}) => (
  <ShownOnce
    title="Copy the secret"
    what="secret"
    value={secret}
    help="It isn’t shown again. Chats need none."
    lead={
      <>
        <p>The receiver checks with it that what arrives comes from Foyer.</p>
        {isRotated && <p>The secret of before is valid beside it for 24 hours.</p>}
      </>
    }
    onClose={onClose}
  />
)
