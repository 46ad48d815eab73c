import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { token } from '../lib/session.ts'
import { markUnsaved } from '../lib/unsaved.ts'
import { Confirm } from './Confirm.tsx'

/**
 * Asks before leaving a screen with something typed. After saving, navigate with `ignoreBlocker`.
 * `onDiscard` is called when the person leaves nevertheless: forget the draft there.
 */
export function UnsavedGuard({ dirty, onDiscard }: { dirty: boolean; onDiscard?: () => void }) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    // Without a session there is nothing to stay for, and the draft is kept.
    enableBeforeUnload: () => dirty && token() !== null,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      title="Leave without saving?"
      message="What you changed here is not saved yet."
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
