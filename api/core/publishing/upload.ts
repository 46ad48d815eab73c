import type { startWorker } from '../workers/worker.ts'
import { openBucket, publishSite } from './bucket.ts'

/** Ms: the first wait after a failure, which doubles each time, the longest, and without a change. */
const waits = { retry: 2000, max: 300_000, every: 600_000 }

/** Uploads the site in `pagesDir` whenever the returned function was called. */
export function startUpload({
  url,
  pagesDir,
  start,
}: {
  url: string
  pagesDir: string
  start: (work: Omit<Parameters<typeof startWorker>[0], 'log'>) => { wake: () => void }
}) {
  const bucket = openBucket(url, process.env)
  let isWritten = false
  let failures = 0
  const worker = start({
    name: 'upload',
    every: () => Math.min(waits.retry * 2 ** failures, waits.max),
    failure: 'the public site could not be uploaded to PUBLISH_URL; trying again',
    async tick(signal) {
      if (!isWritten) return waits.every
      failures++
      await publishSite(pagesDir, bucket, signal)
      failures = 0
      return waits.every
    },
  })
  return () => {
    isWritten = true
    worker.wake()
  }
}
