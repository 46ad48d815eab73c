import type { Application } from '../applications/queries.ts'

/** Where the frame's document is; its answer confines it (site/server/resume-frame.ts). The type of the resume follows as the hash. */
export const frameAddress = '/backoffice/resume-preview'

export type ResumeType = NonNullable<Application['resume_type']>

/** Why a resume cannot be shown. */
export const faults = ['broken', 'locked', 'xfa', 'empty', 'large'] as const
export type Fault = (typeof faults)[number]

/**
 * What the frame tells the page around it: that it waits for the bytes of a resume, how many pages it
 * has, that the first one can be seen, why it cannot, and that Escape was pressed, which a page does
 * not hear from a frame.
 */
export type FrameWord = 'ready' | { pages: number } | 'shown' | Fault | 'escape'

/** Thrown for a resume that cannot be shown for another reason than being broken. */
export class PreviewError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`The resume cannot be shown: ${fault}`)
    this.fault = fault
  }
}

/** Shows the resume below `main`; `report` gets the page count and 'shown'. */
export type Viewer = (
  bytes: ArrayBuffer,
  main: HTMLElement,
  report: (word: { pages: number } | 'shown') => void,
) => Promise<void>
