import { PerformanceObserver, performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Factor by which V8 grows the young generation when it is too small. */
const growBy = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

const size = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

/** In bytes. With 2 MB, V8 collects after every third application; unbounded, it grows to 50 MB. */
const enough = 8 * 1_048_576

/** Utilization of the event loop from which the server counts as busy. */
const busy = 0.2

/**
 * V8 hardly ever shrinks the young generation, and what a start leaves behind would fill it. So it
 * keeps its size while the server is idle and grows under load, within limits.
 */
export function boundYoungGeneration() {
  let isBusy = false
  let before = performance.eventLoopUtilization()
  const bound = () => growBy(isBusy && size() < enough ? 2 : 1)
  const look = () => {
    isBusy = performance.eventLoopUtilization(before).utilization > busy
    before = performance.eventLoopUtilization()
    bound()
  }
  bound()
  setInterval(look, 1000).unref()
  // V8 may double it with each collection, several times a second.
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] })
}

let waiting = 0

/**
 * Until the returned function is called, garbage may take a fifth of what is in use before V8
 * collects it. By itself V8 lets it double the heap or more and keeps the memory: after a start
 * with 2,000 jobs, 80 MB for 20 MB in use. Collecting so often makes an application 50% slower.
 */
export function collectGarbageEarly(): () => void {
  if (waiting++ === 0) setFlagsFromString('--heap-growing-percent=20')
  return () => {
    if (--waiting === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
