import type { Name, World } from '#scripts/testing/world.ts'

export type Example = {
  as?: Name
  /** The address, if not the path with 1 for its parameter. */
  at?: string
  /** A string is sent unchanged. */
  json?: object | string
  form?: () => FormData
  headers?: Record<string, string>
}

/** What the request is refused with. */
export type Refusal = [status: number, call: string, Example]

/** Of one noun, as `examples.ts` beside its routes exports it. */
export type Examples = {
  /** Adds rows, after those of `prepare`. */
  prepare?: (w: World) => Promise<unknown>
  /** What differs from the example of the declaration, row 1, and the person for the route. */
  special?: Record<string, Example>
  /** Need a row as `prepare` leaves it. */
  first?: string[]
  /** Delete what others need. */
  last?: string[]
  refusals?: Refusal[]
  /** Adds rows about the application that have the text in them: the sweep looks for it. */
  about?: (w: World, application_id: number, marker: string) => Promise<unknown>
}

export const mira = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
export const token = 'x'.repeat(43)
/** Of application 1, and of 2, which is withdrawn. */
export const link = `/candidate/${token}`
export const withdrawnLink = `/candidate/${'y'.repeat(43)}`
export const old = { updated_at: '2020-01-01T00:00:00.000Z' }
export const oldTag = { 'if-match': `"${old.updated_at}"` }
export const huge = () => new File([new Uint8Array(6 * 1_048_576)], 'mira.pdf')
