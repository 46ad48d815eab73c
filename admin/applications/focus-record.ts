/** Leaves a text field of the record, so that its keys work again. */
export const focusRecord = () =>
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
