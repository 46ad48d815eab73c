/** The path of the document in the canvas's frame. */
export const pageCanvasAddress = '/backoffice/page-canvas'

export type Scheme = 'light' | 'dark'

/** The document for a page with this slug, in light or dark. */
export const pageCanvas = (slug: string, scheme: Scheme) =>
  `${pageCanvasAddress}?${new URLSearchParams({ scheme, ...(slug === 'home' && { as: 'home' }) })}`
