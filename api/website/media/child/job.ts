import type { Variant } from '#db/enums.ts'
import type { DrawingFonts } from './font-characters.ts'

type Files = { source: string; output: string }

export type PictureJob = Files & { kind: 'picture' | 'avif'; widths: number[] }
export type DrawingJob = Files & { kind: 'drawing' }
export type IconJob = Files & { kind: 'icons'; brandColor: string }
export type ShareJob = {
  kind: 'share'
  /** The logo. */
  source: string | null
  output: string
  title: string
  place: string | null
  site: string
  brandColor: string
  fonts: DrawingFonts
}

/** What the child process is asked to do. Paths are absolute; the folder `output` exists. */
export type Job = PictureJob | DrawingJob | IconJob | ShareJob

/** A picture as it was read, with the files written to `output`, named `{width}.{format}`. */
export type ReadPicture = {
  /** After orientation. */
  width: number
  height: number
  /** Whether any pixel is not opaque. */
  transparent: boolean
  /** The dominant color, `#rrggbb`. */
  color: string
  variants: Variant[]
  /** An SVG has no slow formats. */
  isDrawing: boolean
  /** For the person who uploaded it; the picture can be used all the same. */
  warning: string | null
}

/** The only line that the child prints. */
export type Reply =
  | { value: unknown }
  /** The file is to blame; the message is for the person who uploaded it. */
  | { unusable: string }
  /** The machine is, or we are. */
  | { failed: string; code?: string | undefined }

/** Thrown in the child for a file that cannot be used. */
export class Unusable extends Error {}
