import { Check, Copy } from 'lucide-react'

/** Says what it copies, and after that, that it did. The status message is the caller's. */
export const CopyButton = ({
  label,
  isCopied,
  isPrimary = false,
  onCopy,
}: {
  label: string
  isCopied: boolean
  /** Then it also gets the focus when its dialog opens. */
  isPrimary?: boolean
  onCopy: () => void
}) => (
  <button
    type="button"
    className={isPrimary ? 'button primary' : 'button'}
    data-autofocus={isPrimary || undefined}
    onClick={onCopy}
  >
    {isCopied ? <Check size={17} aria-hidden /> : <Copy size={17} aria-hidden />}
    <span>{isCopied ? 'Copied' : label}</span>
  </button>
)

/** The status beside the button; only read aloud on success, since the button shows that. */
export const CopyStatus = ({ said, isCopied }: { said: string; isCopied: boolean }) => (
  <p role="status" className={isCopied ? 'visually-hidden' : 'help'}>
    {said}
  </p>
)
