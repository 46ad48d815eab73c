import type { ReactNode } from 'react'
import { useCopy } from '../../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../CopyButton.tsx'
import { LinkField } from '../form/LinkField.tsx'
import { Modal, ModalActions } from './Modal.tsx'

/** A link or secret to copy now: it cannot be shown again. */
export function ShownOnce({
  title,
  what,
  value,
  help,
  lead,
  children,
  onClose,
}: {
  title: string
  what: 'link' | 'secret' | 'token'
  value: string
  help: ReactNode
  /** Before the field. */
  lead?: ReactNode
  /** Below it. */
  children?: ReactNode
  onClose: () => void
}) {
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(value, what)
  return (
    <Modal title={title} onClose={onClose}>
      <div className="stack gap-4">
        {lead}
        <div className="stack gap-2">
          <LinkField
            id={`shown-${what}`}
            label={`${what[0]?.toUpperCase()}${what.slice(1)}`}
            help={help}
            url={value}
            field={field}
          />
          <CopyStatus said={said} isCopied={isCopied} />
        </div>
        {children}
      </div>
      <ModalActions>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        <CopyButton label={`Copy ${what}`} isCopied={isCopied} isPrimary onCopy={copy} />
      </ModalActions>
    </Modal>
  )
}
