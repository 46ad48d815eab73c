import { Confirm } from '../ui/dialog/Confirm.tsx'

/** Asks an admin without two-step sign-in before requiring it of everyone. */
export const ConfirmTwoStep = ({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void | Promise<void>
  onClose: () => void
}) => (
  <Confirm
    title="You haven't set up two-step sign-in"
    message="When you turn this on, everyone (including you) must set it up before continuing. Have your authenticator app ready."
    action="Turn on"
    danger={false}
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
