import { setImmediate } from 'node:timers/promises'

/** Rendering this many cards takes about a millisecond. */
const perTick = 40

/** Renders a long list over several ticks of the event loop, to let other requests through. */
export function yieldBetween<Item, Shown>(
  items: Item[],
  show: (item: Item) => Shown,
): Promise<Shown>[] {
  let tick = Promise.resolve()
  return items.map((item, i) => {
    if (i && i % perTick === 0) tick = tick.then(() => setImmediate())
    return tick.then(() => show(item))
  })
}
