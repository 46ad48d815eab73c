import type { KeyboardEvent } from 'react'

/** For a field of a block: Enter in it would save the form around the panel. */
export function noSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}
