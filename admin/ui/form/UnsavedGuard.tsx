import { useUnsaved } from '../../lib/drafts/use-unsaved.ts'
import { Confirm } from '../dialog/Confirm.tsx'

/**
 * Asks before leaving a screen with unsaved changes. After saving, navigate with `ignoreBlocker`.
 * `onDiscard` is called when the person leaves anyway; it should delete the draft.
 */
export function UnsavedGuard({ dirty, onDiscard }: { dirty: boolean; onDiscard?: () => void }) {
  const blocker = useUnsaved(dirty, (here, there) => here.pathname !== there.pathname)
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      title="Leave without saving?"
      message="Your changes will be lost."
      action="Leave"
      cancel="Keep editing"
      onConfirm={() => {
        onDiscard?.()
        blocker.proceed()
      }}
      onClose={blocker.reset}
    />
  )
}
