/** The element for the text in the document of a canvas; undefined until it has one. */
export const placeIn = (document: Document | null | undefined) =>
  document?.querySelector<HTMLElement>('[data-canvas] main .rich-text') ?? undefined

/** Nothing around the text can be reached, by pointer, keyboard or screen reader. */
export function hideAround(place: HTMLElement) {
  for (let inner: Element = place; inner.parentElement; inner = inner.parentElement) {
    if (inner.localName === 'body') return
    for (const beside of inner.parentElement.children)
      beside.toggleAttribute('inert', beside !== inner)
  }
}
