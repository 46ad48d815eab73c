export type Scenario = {
  /** Printed first on the line; listed in lab/faults.md. */
  name: string
  /** Why it can't be run here; undefined when it can. */
  missing?(): string | undefined
  /** Skipped in the short form: unit tests cover the same on a small scale. */
  onlyLong?: true
  run(size: Size): Promise<Result>
}

export type Size = {
  /** `npm run faults:short` runs the short form. */
  long: boolean
  /** How long the mixed load lasts. */
  minutes: number
  /** How often the server is killed. */
  cycles: number
  /** Where the power is cut; random by default. */
  seed?: number | undefined
  /** The folder of an earlier recording to cut again. */
  recording?: string | undefined
}

export type Result = {
  figures: string
  /** Broken guarantees; empty when all held. */
  faults: string[]
}

export const mustBeRoot = (what: string) =>
  process.getuid?.() === 0 ? undefined : `${what} needs root`

export const unless = (holds: boolean, fault: string) => (holds ? [] : [fault])

/** In whole ms. */
export function percentiles(ms: number[]) {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99), max: Math.round(sorted.at(-1) ?? 0) }
}

/** Runs the work and measures it, in whole ms. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begin = performance.now()
  const value = await work()
  return { ms: Math.round(performance.now() - begin), value }
}
