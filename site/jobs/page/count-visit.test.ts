import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { countVisit } from './count-visit.ts'

/** Runs the script in a page; `show` is what the browser does when a prepared page is shown. */
function openJob({ prerendering }: { prerendering?: boolean } = {}) {
  const sent: { job_id: number; source: string }[] = []
  const listeners: (() => void)[] = []
  runInNewContext(countVisit.content, {
    URL,
    location: {
      href: 'https://example.com/jobs/5/apply?utm_source=fair',
      origin: 'https://example.com',
    },
    localStorage: { getItem: () => null },
    performance: { getEntriesByType: () => [{ type: 'navigate' }] },
    document: {
      referrer: '',
      prerendering,
      documentElement: { dataset: {} },
      currentScript: { dataset: { job: '5' }, before: () => {} },
      createElement: () => ({ setAttribute: () => {} }),
      addEventListener: (type: string, listener: () => void) =>
        type === 'prerenderingchange' && listeners.push(listener),
    },
    fetch: async (_: string, { body }: { body: string }) => sent.push(JSON.parse(body)),
  })
  return { sent, show: () => listeners.splice(0).map((listener) => listener()) }
}

test('a view of a job counts at once', () => {
  expect(openJob().sent).toEqual([{ job_id: 5, source: 'fair' }])
})

test('a page that the browser prepares counts once, when it is shown', () => {
  const { sent, show } = openJob({ prerendering: true })
  expect(sent).toEqual([])
  show()
  show()
  expect(sent).toEqual([{ job_id: 5, source: 'fair' }])
})
