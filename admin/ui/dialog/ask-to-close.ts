import type { MouseEvent } from 'react'

/** Closes the dialog as Escape does: asks first if there are unsaved changes. */
export const askToClose = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
