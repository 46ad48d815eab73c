import { Download, Mail, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import type { Selection } from './selection.ts'

const dialogs = {
  status: StatusDialog,
  email: EmailDialog,
  export: ExportDialog,
  delete: DeleteDialog,
}

/** Buttons for what can be done with the selected applications. */
export function BulkBar({
  selection,
  onDone,
}: {
  selection: Selection
  /** Called when an action has begun. */
  onDone: () => void
}) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const Dialog = open && dialogs[open]
  return (
    <>
      <button type="button" className="button small" onClick={() => setOpen('status')}>
        <Tags size={15} aria-hidden /> Set status…
      </button>
      <button type="button" className="button small" onClick={() => setOpen('email')}>
        <Mail size={15} aria-hidden /> Email…
      </button>
      <button type="button" className="button small" onClick={() => setOpen('export')}>
        <Download size={15} aria-hidden /> Export…
      </button>
      <button type="button" className="button small danger" onClick={() => setOpen('delete')}>
        <Trash2 size={15} aria-hidden /> Delete…
      </button>
      {Dialog && (
        <Dialog selection={selection} onStarted={onDone} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
