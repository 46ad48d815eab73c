import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { token } from '../session.ts'
import { markUnsaved } from './unsaved.ts'

type Place = { pathname: string }

/**
 * While `dirty`, blocks navigation for which `leaves` is true, and closing the tab. Returns the
 * router's blocker, to `proceed` or `reset`. After saving, navigate with `ignoreBlocker`.
 */
export function useUnsaved(dirty: boolean, leaves: (here: Place, there: Place) => boolean) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  return useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && leaves(current, next),
    // Signed out: leave without asking; the draft is kept.
    enableBeforeUnload: () => dirty && token() !== null,
    withResolver: true,
  })
}
