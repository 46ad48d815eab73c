/** Where the frame's document is; its answer confines it (site/resume-frame.ts). */
export const frameAddress = '/backoffice/resume-preview'

/**
 * What the frame tells the page around it: that it waits for the bytes of a PDF, that its first page
 * can be seen, why it cannot, and that Escape was pressed, which a page does not hear from a frame.
 */
export type FrameWord = 'ready' | 'shown' | 'broken' | 'locked' | 'escape'
