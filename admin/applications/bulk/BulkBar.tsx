import { Bot, CircleDot, Download, Mail, Share2, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import type { Selection } from './selection.ts'
import { TagDialog } from './TagDialog.tsx'
import { useManyNotSpam } from './use-not-spam.ts'

const dialogs = {
  status: StatusDialog,
  tag: TagDialog,
  share: ShareDialog,
  email: EmailDialog,
  export: ExportDialog,
  delete: DeleteDialog,
}

/** Buttons for what can be done with the selected applications. */
export function BulkBar({
  selection,
  hasSpam,
  onDone,
}: {
  selection: Selection
  /** Whether some of them are marked as possible spam. */
  hasSpam: boolean
  /** Called when an action has begun. */
  onDone: () => void
}) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const Dialog = open && dialogs[open]
  const reviewsAll = may(usePerson(), 'review_applications')
  const notSpam = useManyNotSpam(selection, onDone)
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen('status')}>
        <CircleDot size={15} aria-hidden /> Set status…
      </button>
      <button type="button" className="button small" onClick={() => setOpen('tag')}>
        <Tag size={15} aria-hidden /> Tag…
      </button>
      <button type="button" className="button small" onClick={() => setOpen('share')}>
        <Share2 size={15} aria-hidden /> Share…
      </button>
      {hasSpam && (
        <button
          type="button"
          className="button small"
          aria-disabled={notSpam.isPending}
          onClick={() => !notSpam.isPending && notSpam.mutate()}
        >
          <Bot size={15} aria-hidden /> Not spam
        </button>
      )}
      {reviewsAll && (
        <>
          <button type="button" className="button small" onClick={() => setOpen('email')}>
            <Mail size={15} aria-hidden /> Email…
          </button>
          <button type="button" className="button small" onClick={() => setOpen('export')}>
            <Download size={15} aria-hidden /> Export…
          </button>
          <button type="button" className="button small danger" onClick={() => setOpen('delete')}>
            <Trash2 size={15} aria-hidden /> Delete…
          </button>
        </>
      )}
      {Dialog && (
        <Dialog selection={selection} onStarted={onDone} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
