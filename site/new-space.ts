import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** V8's room for what lives shortly grows by this factor whenever it was too small. */
const growBy = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

const size = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

/** In bytes. With more, nothing that was measured became faster (docs/performance.md). */
const enough = 8 * 1_048_576

/**
 * V8 hardly ever gives this room back. So it stays as it is until the server has started, whose
 * leftovers would fill it; and then grows with the load, within limits.
 */
export function boundNewSpace() {
  growBy(1)
  setInterval(() => growBy(size() < enough ? 2 : 1), 2000).unref()
}
