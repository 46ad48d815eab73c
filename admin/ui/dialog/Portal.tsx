import type { ReactNode, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * Renders at the end of the page. React's events would go on to the parents here, such as to a
 * toolbar whose arrow keys move the focus, or to the form around an editor.
 */
export const Portal = ({ children }: { children: ReactNode }) =>
  createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps events inside
    <div onKeyDown={stop} onFocus={stop} onSubmit={stop} onPaste={stop} onDrop={stop}>
      {children}
    </div>,
    document.body,
  )
