import { setImmediate } from 'node:timers/promises'

/** So few cards take about a millisecond. */
const perTick = 40

/** Makes what a long list shows in several ticks of the event loop, so that nobody else waits for all of it. */
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
