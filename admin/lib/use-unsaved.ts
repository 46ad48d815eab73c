import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { token } from '../session/session.ts'
import { markUnsaved } from './unsaved.ts'

type Place = { pathname: string }

/**
 * While something is typed and not saved (`dirty`), holds whatever `leaves` it: a link, Back, the
 * closing of the tab. What is held is `blocked`, to `proceed` or `reset`. After saving, navigate
 * with `ignoreBlocker`.
 */
export function useUnsaved(dirty: boolean, leaves: (here: Place, there: Place) => boolean) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  return useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && leaves(current, next),
    // Without a session there is nothing to stay for, and the draft is kept.
    enableBeforeUnload: () => dirty && token() !== null,
    withResolver: true,
  })
}
