/** The path of the document in the canvas's frame. */
export const pageCanvasAddress = '/backoffice/page-canvas'

export type Scheme = 'light' | 'dark'

/** Another page than one of staff's own. */
type As = 'home' | 'job'

/**
 * The document for a page with one text, or for a job with two, in light or dark; what it says by
 * itself is in `lang` if that is one of the site's languages, by default in its main one.
 */
export const canvasAddress = (scheme: Scheme, as?: As, lang?: string) =>
  `${pageCanvasAddress}?${new URLSearchParams({ scheme, ...(as && { as }), ...(lang && { lang }) })}`
