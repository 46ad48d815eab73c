import type { server } from '#api/server.ts'
import type { watchBodies } from './bodies.ts'
import type { PageCache } from './cache/cache.ts'
import type { watchLoad } from './load-shedding.ts'

type Watched = {
  bodies: ReturnType<typeof watchBodies>
  load: ReturnType<typeof watchLoad>
  pages: PageCache
}

/** Registers the server's metrics; returns the counter of responses not sent from memory. */
export function serverMetrics(
  { ask, counter }: (typeof server)['metrics'],
  { bodies, load, pages }: Watched,
) {
  const answers = counter('foyer_answers_total', 'Answers that did not come from memory.')
  ask('counter', 'foyer_page_answers_total', 'Public pages: from memory, or made.', () => {
    const { hit, notModified, miss } = pages.counts
    return Object.entries({ hit, not_modified: notModified, miss }).map(([result, value]) => ({
      labels: { result },
      value,
    }))
  })
  ask('counter', 'foyer_page_renders_total', 'Times a page was made.', () => pages.counts.rendered)
  ask('gauge', 'foyer_queued_requests', 'Requests that wait for their turn.', load.waiting)
  ask('gauge', 'foyer_bodies', 'Requests whose body is arriving.', bodies.count)
  ask('counter', 'foyer_slow_bodies_total', 'Requests ended because they were too slow.', () =>
    bodies.dismissed(),
  )
  ask(
    'counter',
    'foyer_shed_total',
    'Requests refused because too much was asked at once.',
    () => load.refused() + bodies.refused(),
  )
  return (status: number) => answers({ status: String(status) })
}
