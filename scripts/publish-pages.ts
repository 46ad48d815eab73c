// `npm run publish-pages -- s3://bucket/prefix?…`: uploads the public site in PAGES_DIR once. Foyer may
// run; with PUBLISH_URL it does the same after each change.

import { parseArgs } from 'node:util'
import { readEnvironment } from '#api/core/environment/env.ts'
import { openBucket, publishSite } from '#api/core/publishing/bucket.ts'
import { reportFailure } from './backup/command-line.ts'

await reportFailure('The site was not uploaded', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [url = process.env.PUBLISH_URL, ...more] = positionals
  if (!url || more.length)
    throw new Error('name the bucket: npm run publish-pages -- s3://bucket/prefix?endpoint=…')
  // Checked as at the start of Foyer.
  const { PAGES_DIR = '' } = readEnvironment({ ...process.env, PUBLISH_URL: url })
  const { uploaded, removed } = await publishSite(PAGES_DIR, openBucket(url, process.env))
  console.log(`Uploaded ${uploaded} files and removed ${removed}.`)
})
