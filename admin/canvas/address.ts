/** The path of the document in the canvas's frame. */
export const pageCanvasAddress = '/backoffice/page-canvas'

export type Scheme = 'light' | 'dark'

/** Another page than one of staff's own. */
type As = 'home' | 'job'

/** The document for a page with one text, or for a job with two, in light or dark. */
export const canvasAddress = (scheme: Scheme, as?: As) =>
  `${pageCanvasAddress}?${new URLSearchParams({ scheme, ...(as && { as }) })}`
