/** The elements for texts in the document of a canvas, in its order; none until it has them. */
export const placesIn = (document: Document | null | undefined): HTMLElement[] => [
  ...(document?.querySelectorAll<HTMLElement>('[data-canvas] main .rich-text') ?? []),
]

/** Nothing around the texts can be reached, by pointer, keyboard or screen reader. */
export function hideAround(places: HTMLElement[], within: Element) {
  for (const child of within.children) {
    if (places.some((place) => place === child)) continue
    const hasPlace = places.some((place) => child.contains(place))
    child.toggleAttribute('inert', !hasPlace)
    if (hasPlace) hideAround(places, child)
  }
}
