/** Why the text of a resume can't be read or shown. */
export const faults = ['broken', 'locked', 'xfa', 'empty', 'large'] as const
export type Fault = (typeof faults)[number]

/** Thrown when a resume can't be read for a reason other than damage. */
export class PreviewError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`Can't preview the resume: ${fault}`)
    this.fault = fault
  }
}
