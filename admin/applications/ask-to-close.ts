import type { MouseEvent } from 'react'

/** Closes the dialog of a Cancel button as Escape would: what was typed is asked about first. */
export const askToClose = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
