import type { Application } from '../applications/queries.ts'

/** The frame's path, sandboxed by site/server/with-sandbox-policy.ts; the hash is the file type. */
export const frameAddress = '/backoffice/resume-preview'

export type ResumeType = NonNullable<Application['resume_type']>

export const faults = ['broken', 'locked', 'xfa', 'empty', 'large'] as const
export type FormError = (typeof faults)[number]

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
  | FormError
  | 'escape'

/** To the frame: 1 fits the width. */
export type ZoomMessage = { zoom: number }

/** To the frame, before the bytes: lines to draw over each page. */
export type MarkMessage = { mark: string }

/** Thrown when a resume can't be shown for a reason other than damage. */
export class PreviewError extends Error {
  readonly fault: FormError

  constructor(fault: FormError) {
    super(`Can't preview the resume: ${fault}`)
    this.fault = fault
  }
}

/** Renders the resume into `main`; `report` gets the page count and 'shown'. */
export type Viewer = (
  bytes: ArrayBuffer,
  main: HTMLElement,
  report: (message: { pages: number } | 'shown') => void,
) => Promise<void>
