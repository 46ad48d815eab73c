import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** V8's room for what lives shortly grows by this factor whenever it was too small. */
const growBy = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

const size = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

/** In bytes. At 2 MB garbage is collected after every third application; without a bound it grows to 50. */
const enough = 8 * 1_048_576

/** Of its time, what the event loop works when a server has something to do. */
const busy = 0.2

/**
 * V8 hardly ever gives this room back, and what a start leaves behind would fill it. So it stays as
 * it is while the server has little to do, and grows with the load, within limits.
 */
export function boundYoungGeneration() {
  growBy(1)
  let before = performance.eventLoopUtilization()
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    growBy(utilization > busy && size() < enough ? 2 : 1)
  }
  setInterval(look, 1000).unref()
}
