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
  { counter, gauge, readCounter }: (typeof server)['metrics'],
  { bodies, load, pages }: Watched,
) {
  const responses = counter('foyer_answers_total', 'Responses not served from the page cache.')
  readCounter('foyer_page_answers_total', 'Responses of public pages by cache result.', () => {
    const { hit, notModified, miss } = pages.counts
    return Object.entries({ hit, not_modified: notModified, miss }).map(([result, value]) => ({
      labels: { result },
      value,
    }))
  })
  readCounter('foyer_page_renders_total', 'Pages rendered.', () => pages.counts.rendered)
  gauge('foyer_queued_requests', 'Requests queued.', load.waiting)
  gauge('foyer_bodies', 'Request bodies being received.', bodies.count)
  readCounter('foyer_slow_bodies_total', 'Requests ended for sending their body too slowly.', () =>
    bodies.dismissed(),
  )
  readCounter(
    'foyer_shed_total',
    'Requests refused under overload.',
    () => load.refused() + bodies.refused(),
  )
  return (status: number) => responses({ status: String(status) })
}
