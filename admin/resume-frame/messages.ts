import type { Fault } from '#api/core/files/contract/preview-error.ts'
import type { Application } from '../applications/queries.ts'

/** The frame's path, sandboxed by site/server/with-sandbox-policy.ts; the hash is the file type. */
export const frameAddress = '/backoffice/resume-preview'

export type ResumeType = NonNullable<Application['resume_type']>

/**
 * Messages from the frame to its parent: ready for the resume's bytes, its page count, its first
 * page shown, a fault, or Escape pressed (key events don't leave a frame); with a mark also the height
 * of what is shown, in CSS pixels.
 */
export type FrameMessage =
  | 'ready'
  | { pages: number }
  | { height: number }
  | 'shown'
  | Fault
  | 'escape'

/** To the frame: 1 fits the width. */
export type ZoomMessage = { zoom: number }

/** To the frame, before the bytes: lines to draw over each page. */
export type MarkMessage = { mark: string }

/** Renders the resume into `main`; `report` gets the page count and 'shown'. */
export type Viewer = (
  bytes: ArrayBuffer,
  main: HTMLElement,
  report: (message: { pages: number } | 'shown') => void,
) => Promise<void>
