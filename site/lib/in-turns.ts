import { setImmediate } from 'node:timers/promises'

/** So few cards take about a millisecond. */
const atOnce = 40

/** Makes what a long list shows in several turns of the event loop, so that nobody else waits for all of it. */
export function inTurns<Item, Shown>(items: Item[], show: (item: Item) => Shown): Promise<Shown>[] {
  let turn = Promise.resolve()
  return items.map((item, i) => {
    if (i && i % atOnce === 0) turn = turn.then(() => setImmediate())
    return turn.then(() => show(item))
  })
}
