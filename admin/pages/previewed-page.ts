/** The path of the frame's document. */
export const pagePreviewAddress = '/backoffice/page-preview'

/** What the frame needs of a page. */
export type PreviewedPage = { title: string; content: string }
