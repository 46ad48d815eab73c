import { Confirm } from '../ui/dialog/Confirm.tsx'

export const withoutHome =
  'This page is your home page text. Without it, visitors will only see the heading and open jobs.'

export const UnpublishHome = ({
  title,
  onConfirm,
  onClose,
}: {
  title: string
  onConfirm: () => void
  onClose: () => void
}) => (
  <Confirm
    title={`Unpublish “${title}”?`}
    message={<p>{withoutHome}</p>}
    action="Unpublish"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
